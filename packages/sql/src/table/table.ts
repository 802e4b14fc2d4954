import type * as Statement from "@effect/sql/Statement"
import type { OrganizationId, Page } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Compilable, Database } from "../transaction/Database.js"
import { inLists } from "./batches.js"
import { at, bound } from "./bound.js"
import type { Column } from "./Column.js"
import { type Bind, compiled, compiledBySize } from "./compiled.js"
import { readerOf } from "./rowReader.js"
import { rowShape } from "./rowShape.js"
import { type Around, rowNameOf, updates } from "./updates.js"

/** How many sets of fields have a text of their own, for each way to change a table. */
const MAX_FIELD_SETS = 8

/** Values of some fields. */
export type Matching<A> = { readonly [K in keyof A]?: A[K] | undefined }

/**
 * The table of a record. Columns, writing and reading follow from the record's schema, and the texts of its
 * statements are compiled once. Other statements are written as SQL with `columns` and `where`.
 */
export const table = <A extends object, I>(
  { lock, read, readForUpdate, snapshot, sql, write }: Context.Tag.Service<Database>,
  name: string,
  record: Schema.Schema<A, I>
) => {
  type Field = keyof A & string
  type Found = Effect.Effect<Option.Option<A>, StorageFailure>
  const shape = rowShape(sql, record)
  const { columns } = shape
  const { all, columns: list, first, firstWith, firstWritten } = readerOf<A>(sql, shape)
  const from = sql(name)

  const parts = new Map<string, unknown>()
  /** Reads some fields of a record. Most statements of a table read the same ones. */
  const partOf = <P extends Field>(fields: ReadonlyArray<P>) => {
    const make = () => readerOf<Pick<A, P>>(sql, shape.pick(fields))
    const name = fields.join()
    const part = parts.get(name) ?? make()
    parts.set(name, part)
    // The name is that of the fields.
    return part as ReturnType<typeof make>
  }
  /** The columns of some fields. */
  const within = (fields: ReadonlyArray<string>) =>
    fields.flatMap((field) => columns.filter(({ path: [first] }) => first === field))
  const blank = (columns: ReadonlyArray<Column>) => Object.fromEntries(columns.map(({ name }) => [name, null]))
  const matching = (columns: ReadonlyArray<Column>) => sql.and(columns.map(({ name }) => sql`${sql(name)} = ${null}`))
  /** A condition on some fields. Those without a value are not part of it. */
  const where = (key: Matching<A>) => {
    const stated = Struct.keys(key).filter((field) => key[field] !== undefined)
    return sql.and(
      within(stated.map(String)).map(({ name, path, write }) => {
        const value = at(path)(key)
        // Not bound: an index of the rows with one of the values serves this form alone.
        if (typeof value === "boolean") return value ? sql`${sql(name)}` : sql`NOT ${sql(name)}`
        return sql`${sql(name)} = ${write(value)}`
      })
    )
  }
  const insertOne = sql`INSERT INTO ${from} ${sql.insert(blank(columns))}`
  const organizationOf = at(["organization_id"])
  /**
   * The sizes of an organization's lists change with each row that is stored, so its writers wait for one another, as for one
   * row.
   */
  const sizesOf = columns.some(({ name }) => name === "organization_id")
    ? (record: unknown) => `sizes of ${String(organizationOf(record))}`
    : undefined
  const insert = compiled(insertOne, bound(columns), sizesOf)
  const rowOf = (match: Bind) => rowNameOf(name, match)

  const picking =
    (run: typeof read) =>
    <const P extends Field, const K extends Field>(fields: ReadonlyArray<P>, ...key: ReadonlyArray<K>) => {
      const some = partOf(fields)
      const match = bound(within(key))
      const select = compiled(
        sql`SELECT ${some.columns} FROM ${from} WHERE ${matching(within(key))}`,
        match,
        rowOf(match)
      )
      return (key: Pick<A, K>) => some.first(run(select(key)))
    }
  const finding =
    (run: typeof read) =>
    <const K extends Field>(...key: ReadonlyArray<K>) => {
      const match = bound(within(key))
      const select = compiled(sql`SELECT ${list} FROM ${from} WHERE ${matching(within(key))}`, match, rowOf(match))
      return (key: Pick<A, K>): Found => first(run(select(key)))
    }

  const { updateAnyOf, updateOf } = updates(sql, name)

  /**
   * Changes the fields that a patch has, and returns the given fields. A patch without fields only reads them; in a
   * transaction it locks the row, too. Each of the first sets of fields has its own text, which changes no other
   * columns. The other sets share one, because connections keep a prepared statement for each text.
   */
  const patching =
    (around: Around | null) =>
    <const P extends Field, const V extends Field, const K extends Field>(
      fields: ReadonlyArray<P>,
      view: ReadonlyArray<V>,
      ...key: ReadonlyArray<K>
    ) => {
      const some = partOf(view)
      const current = picking(readForUpdate)(view, ...key)
      const by = within(key)
      const updateAny = updateAnyOf(within(fields), by, some.columns, around)
      const texts = new Map<number, typeof updateAny>()
      const updating = (set: number, isPresent: (field: P) => boolean) => {
        const known = texts.get(set)
        if (known !== undefined) return known
        if (texts.size >= MAX_FIELD_SETS) return updateAny
        const update = updateOf(within(fields.filter(isPresent)), by, some.columns, around)
        texts.set(set, update)
        return update
      }
      return (key: Pick<A, K>, part: Partial<Pick<A, P>>) => {
        const isPresent = (field: P) => part[field] !== undefined
        // One bit for each field.
        const set = fields.reduce((set, field) => 2 * set + Number(isPresent(field)), 0)
        return set === 0 ? current(key) : some.firstWritten(write(updating(set, isPresent)(part, key)))
      }
    }

  return {
    /** The columns, for SELECT and RETURNING. */
    columns: list,
    where,
    /** Reads the rows of a statement that returns the columns. */
    all,
    first,
    firstWith,
    /** `INSERT INTO … VALUES …` of one or more rows, with what follows it. */
    insertAll: (rest: Statement.Fragment) => {
      const row = bound(columns)
      const insert = compiledBySize(
        (size) => sql`INSERT INTO ${from} ${sql.insert(Array.from({ length: size }, () => blank(columns)))} ${rest}`
      )
      return (records: ReadonlyArray<A>): Compilable =>
        insert(
          records.length,
          records.flatMap((record) => row(record))
        )
    },
    insert: (record: A): Effect.Effect<void, StorageFailure> => Effect.asVoid(write(insert(record))),
    /** Inserts unless another row has the same values in some columns. Returns whether it inserted. */
    insertUnlessTaken: (...unique: ReadonlyArray<Field>) => {
      const target = sql.csv(unique.map((name) => sql`${sql(name)}`))
      const insert = compiled(sql`${insertOne} ON CONFLICT (${target}) DO NOTHING RETURNING 1`, bound(columns), sizesOf)
      return (record: A): Effect.Effect<boolean, StorageFailure> =>
        Effect.map(write(insert(record)), (rows) => rows.length > 0)
    },
    /** Finds a row by some fields. */
    find: finding(read),
    /** Finds a row by some fields. What a later write of the transaction stores depends on it. */
    findForUpdate: finding(readForUpdate),
    /** Finds a row by some fields, and reads only the given fields. */
    pick: picking(read),
    /** The same for a row that a later write of the transaction depends on. */
    pickForUpdate: picking(readForUpdate),
    /**
     * Finds the rows of an organization that have one of these values in a field, in no certain order, and reads only the
     * given fields. In a transaction, they cannot be deleted before it ends.
     */
    among: <const P extends Field>(fields: ReadonlyArray<P>, field: Field) => {
      const some = partOf(fields)
      const select = compiledBySize(
        (size) => sql`SELECT ${some.columns} FROM ${from}
WHERE organization_id = ${null} AND ${sql(field)} IN ${sql.in(Array.from({ length: size }, () => null))}`
      )
      // In one order, so that two transactions never wait for each other.
      const locking = `ORDER BY ${field} FOR KEY SHARE`
      return (organizationId: OrganizationId, values: ReadonlyArray<unknown>) => {
        const found = inLists(values).map((list) =>
          some.all(readForUpdate(select(list.length, [organizationId, ...list]), locking))
        )
        const all = found.length > 1 ? snapshot(Effect.all(found)) : Effect.all(found)
        return Effect.map(all, (rows) => rows.flat())
      }
    },
    /** Reads pages of a list in an order, and only the given fields. */
    pages: <const P extends Field>(fields: ReadonlyArray<P>, order: string) => {
      const some = partOf(fields)
      const [select, sorted] = [sql`SELECT ${some.columns} FROM ${from} WHERE `, sql.literal(order)]
      return (key: Matching<A>, { limit, offset }: Page, condition?: Statement.Fragment) => {
        const matching = condition === undefined ? where(key) : sql`${where(key)} AND ${condition}`
        return some.all(read(sql`${select}${matching} ORDER BY ${sorted} LIMIT ${limit} OFFSET ${offset}`))
      }
    },
    /** Whether there is a row. */
    exists: (key: Matching<A>, condition: Statement.Fragment): Effect.Effect<boolean, StorageFailure> =>
      Effect.map(
        read(sql`SELECT 1 FROM ${from} WHERE ${where(key)} AND ${condition} LIMIT 1`),
        (rows) => rows.length > 0
      ),
    /** Locks the row that owns a set, before a rule over the set is judged. Other references to the row may be stored. */
    lock: <const K extends Field>(...key: ReadonlyArray<K>) => {
      const match = bound(within(key))
      const select = compiled(
        sql`SELECT 1 FROM ${from} WHERE ${matching(within(key))} FOR NO KEY UPDATE`,
        match,
        rowOf(match)
      )
      return (key: Pick<A, K>) => lock(select(key))
    },
    /** Changes whole fields, and returns the changed record. */
    set: <const P extends Field, const K extends Field>(fields: ReadonlyArray<P>, ...key: ReadonlyArray<K>) => {
      const update = updateOf(within(fields), within(key), list, null)
      return (key: Pick<A, K>, part: Pick<A, P>): Found => firstWritten(write(update(part, key)))
    },
    /** Deletes a row by some fields, and returns the given fields of it. */
    delete: <const V extends Field, const K extends Field>(view: ReadonlyArray<V>, ...key: ReadonlyArray<K>) => {
      const some = partOf(view)
      const match = bound(within(key))
      const remove = compiled(
        sql`DELETE FROM ${from} WHERE ${matching(within(key))} RETURNING ${some.columns}`,
        match,
        rowOf(match)
      )
      return (key: Pick<A, K>) => some.firstWritten(write(remove(key)))
    },
    patch: patching(null),
    /** The same, as part of a statement that changes other rows, too. */
    patchAround: (around: Around) => patching(around)
  }
}
