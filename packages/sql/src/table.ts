import type * as Statement from "@effect/sql/Statement"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { columnsOf } from "./Column.js"
import type { Database } from "./Database.js"
import { rowReader } from "./rowReader.js"

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce((inner, name) => (Predicate.isRecord(inner) ? inner[name] : undefined), value)

/**
 * The table of a record: its columns, how a row is written and how it is read follow from the record's schema. Statements
 * that say more than that are written out, with `columns` and `where` in them.
 */
export const table = <A extends object, I>(
  { read, sql, write }: Context.Tag.Service<Database>,
  name: string,
  record: Schema.Schema<A, I>
) => {
  const type = AST.typeAST(record.ast)
  const columns = columnsOf(type, sql)
  const { all, columns: list, first } = rowReader(sql, record)
  const from = sql(name)

  /** The columns of the fields that a part of a record has. */
  const within = (part: Partial<A>) =>
    Object.keys(part).flatMap((field) => columns.filter(({ path: [first] }) => first === field))
  const values = (part: Partial<A>): Record<string, unknown> =>
    Object.fromEntries(within(part).map(({ name, path, write }) => [name, write(at(part, path))]))
  const where = (key: Partial<A>) =>
    sql.and(Object.entries(values(key)).map(([name, value]) => sql`${sql(name)} = ${value}`))

  type Found = Effect.Effect<Option.Option<A>, StorageFailure>

  return {
    /** The columns, for SELECT and RETURNING. */
    columns: list,
    where,
    /** Reads the rows of a statement that answers with the columns. */
    all,
    first,
    /** `INSERT INTO … VALUES …`, to go on with. */
    insertion: (records: ReadonlyArray<A>): Statement.Fragment =>
      sql`INSERT INTO ${from} ${sql.insert(records.map(values))}`,
    insert: (record: A): Effect.Effect<void, StorageFailure> =>
      Effect.asVoid(write(sql`INSERT INTO ${from} ${sql.insert(values(record))}`)),
    /** Inserts unless another row has the same values in some columns; whether it did. */
    insertUnlessTaken: (record: A, ...unique: ReadonlyArray<string>): Effect.Effect<boolean, StorageFailure> =>
      Effect.map(
        write(sql`INSERT INTO ${from} ${sql.insert(values(record))}
ON CONFLICT (${sql.csv(unique.map((name) => sql`${sql(name)}`))}) DO NOTHING RETURNING 1`),
        (rows) => rows.length > 0
      ),
    find: (key: Partial<A>): Found => first(read(sql`SELECT ${list} FROM ${from} WHERE ${where(key)}`)),
    /** Finds a row and reads only these fields of it. */
    pick: <const K extends keyof A & string>(...fields: ReadonlyArray<K>) => {
      const some = rowReader(sql, Schema.make<Pick<A, K>>(AST.pick(type, fields)))
      return (key: Partial<A>) => some.first(read(sql`SELECT ${some.columns} FROM ${from} WHERE ${where(key)}`))
    },
    exists: (key: Partial<A>, condition: Statement.Fragment): Effect.Effect<boolean, StorageFailure> =>
      Effect.map(
        read(sql`SELECT 1 FROM ${from} WHERE ${where(key)} AND ${condition} LIMIT 1`),
        (rows) => rows.length > 0
      ),
    /** Changes whole fields, and says what the record is now. */
    set: (key: Partial<A>, part: Partial<A>): Found =>
      first(write(sql`UPDATE ${from} SET ${sql.update(values(part))} WHERE ${where(key)} RETURNING ${list}`)),
    /** Changes those of some fields that a patch has. One text whatever changes, so that it is prepared once. */
    patch: (...fields: ReadonlyArray<keyof A & string>) => {
      const some = columns.filter(({ path: [field = ""] }) => fields.some((name) => name === field))
      return (key: Partial<A>, part: Partial<A>): Found => {
        const changes = some.map(({ name, path, write }) => {
          const value = at(part, path)
          const changes = value !== undefined
          return sql`${sql(name)} = CASE WHEN ${changes ? 1 : 0} = 1 THEN ${changes ? write(value) : null} ELSE ${sql(name)} END`
        })
        return first(write(sql`UPDATE ${from} SET ${sql.csv(changes)} WHERE ${where(key)} RETURNING ${list}`))
      }
    }
  }
}
