import type { ContentsOf, Field, OwnedRecord, RecordStore, Records, WorkspaceContents } from "@tollgate/core/storage"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Database } from "../transaction/Database.js"
import { countedPage } from "./countedPage.js"
import { type Matching, table } from "./table.js"
import type { Around } from "./updates.js"

interface Options {
  /**
   * Whether `find` in a transaction locks the row on PostgreSQL. Not needed if no later write of the transaction depends on
   * fields that can change.
   *
   * @default true
   */
  readonly locksFound?: boolean
  /** What goes around the update of a record, which then changes other rows in the same statement. */
  readonly aroundUpdate?: Around
}

/** The records of a resource in a database: their table, and the store. */
export const records = <R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>>(
  database: Context.Tag.Service<Database>,
  description: Records<R, V, Ref, P, F>,
  { aroundUpdate, locksFound = true }: Options = {}
) => {
  const { filters, identify, key, listName, patchable, record, sortBy, uniqueBy, view } = description
  const { snapshot, sql, write } = database
  const rows = table(database, description.table, record)
  const paged = countedPage(database)
  const pages = rows.pages(view, sortBy.map(([field, direction]) => `${field} ${direction}`).join(", "))
  /** Fields that are no filters. The sizes of filtered lists are maintained only by statements that can change them. */
  const unlisted = patchable.filter((field) => !new Set<string>(filters).has(field))
  const changesLists = (patch: object) => filters.some((field) => field in patch)

  const patch = aroundUpdate === undefined ? rows.patch : rows.patchAround(aroundUpdate)
  const statementsBy = (field: V) => {
    const by: readonly [Field<R>, Field<R>] = ["organization_id", field]
    return {
      field,
      among: rows.among(view, field),
      find: locksFound ? rows.pickForUpdate(view, ...by) : rows.pick(view, ...by),
      update: patch(patchable, view, ...by),
      updateUnlisted: patch(unlisted, view, ...by),
      delete: rows.delete(view, ...by)
    }
  }
  const byKey = statementsBy(key)
  const [name = key] = view.filter((field) => uniqueBy?.length === 1 && field === uniqueBy[0])
  const byName = name === key ? byKey : statementsBy(name)
  const by = (ref: Ref) => (identify(ref) === key ? byKey : byName)
  // The description says which field the reference is a value of; statements read no other fields than these two.
  const keyOf = (organization_id: R["organization_id"], field: Field<R>, ref: Ref) =>
    ({ organization_id, [field]: ref }) as unknown as R

  const own: RecordStore<R, V, Ref, P, F> = {
    insert:
      uniqueBy === undefined
        ? (record) => Effect.as(rows.insert(record), true)
        : rows.insertUnlessTaken("organization_id", ...uniqueBy),
    find: (organizationId, ref) => {
      const { field, find } = by(ref)
      return find(keyOf(organizationId, field, ref))
    },
    findMany: (organizationId, refs) => {
      const each = [...new Set(refs)]
      const found = Array.from(new Set(each.map(by)), ({ among, field }) =>
        Effect.map(
          among(
            organizationId,
            each.filter((ref) => by(ref).field === field)
          ),
          Arr.map((record) => [record[field], record] as const)
        )
      )
      return Effect.map(found.length > 1 ? snapshot(Effect.all(found)) : Effect.all(found), (found) => {
        const byRef = new Map<unknown, Pick<R, V>>(found.flat())
        return Arr.filterMap(each, (ref) => Option.fromNullable(byRef.get(ref)))
      })
    },
    list: (organizationId, page, filter = {}) => {
      // The fields of a filter are fields of the record.
      const scope = { organization_id: organizationId, ...filter } as Matching<R>
      return paged(organizationId, listName(filter), page, pages(scope, page))
    },
    update: (organizationId, ref, patch) => {
      const { field, update, updateUnlisted } = by(ref)
      return (changesLists(patch) ? update : updateUnlisted)(keyOf(organizationId, field, ref), patch)
    },
    delete: (organizationId, ref) => {
      const { delete: remove, field } = by(ref)
      return remove(keyOf(organizationId, field, ref))
    }
  }
  const contents: WorkspaceContents = {
    deleteIn: (organization_id, workspace_id) => {
      // A field of the records: their lists can be filtered by it.
      const isIn = rows.where({ organization_id, workspace_id } as unknown as Matching<R>)
      const gone = write(sql`DELETE FROM ${sql(description.table)} WHERE ${isIn} RETURNING 1`)
      return Effect.map(gone, ({ length }) => length)
    }
  }
  const hasWorkspace = filters.some((field) => field === "workspace_id")
  // The type follows from the filters, too.
  const store = { ...own, ...(hasWorkspace && contents) } as RecordStore<R, V, Ref, P, F> & ContentsOf<F>
  return { rows, store }
}
