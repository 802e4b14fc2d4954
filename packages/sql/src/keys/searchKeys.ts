import type { OrganizationId } from "@tollgate/core"
import {
  foldCase,
  isUsual,
  type KeySearch,
  type KeyStore,
  keyRecords,
  searchedFields,
  sortings
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { countedPage } from "../table/countedPage.js"
import { ListSize } from "../table/ListSize.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { toPage } from "../table/toPage.js"
import type { Database } from "../transaction/Database.js"

/** `NULLS LAST` in both directions and on every version of both databases. */
const orderBy = (fields: (typeof sortings)["name"]) =>
  fields
    .map(([field, direction]) =>
      field === "last_used_at" ? `${field} IS NULL, ${field} ${direction}` : `${field} ${direction}`
    )
    .join(", ")

/**
 * Lists keys. An order by name or creation time is read from an index, and so are the keys of a hash or of a whole name. A search for a part of a
 * text looks at each key of the list, and so does an order by the last use: an index of a time that changes each minute would cost every use more than it saves here.
 */
export const searchKeys = (database: Context.Tag.Service<Database>): Context.Tag.Service<KeyStore>["list"] => {
  const { read, snapshot, sql } = database
  const { rows, store } = records(database, keyRecords)
  const paged = countedPage(database)
  const sizes = rowReader(sql, ListSize)

  /** In the C collation of the columns, PostgreSQL folds A to Z alone, as SQLite does. */
  const contains = (q: string) => {
    const text = foldCase(q)
    const position = (field: string) =>
      sql.onDialectOrElse({
        pg: () => sql`strpos(lower(${sql(field)}), ${text})`,
        orElse: () => sql`instr(lower(${sql(field)}), ${text})`
      })
    return sql.or(searchedFields.map((field) => sql`${position(field)} > 0`))
  }

  /**
   * The keys that a hash or a name finds, which are few: read before they are sorted. Databases would read the whole list in its order, and look
   * for them there.
   */
  const few = (organization_id: OrganizationId, { hash_prefix, name }: KeySearch) => {
    if (hash_prefix === undefined && name === undefined) return { before: sql``, from: sql(keyRecords.table) }
    const its =
      hash_prefix === undefined
        ? sql`organization_id = ${organization_id} AND name = ${name}`
        : sql`hash >= ${hash_prefix} AND hash < ${`${hash_prefix}g`}`
    const before = sql`WITH found AS MATERIALIZED (SELECT * FROM ${sql(keyRecords.table)} WHERE ${its}) `
    return { before, from: sql`found` }
  }

  return (organization_id: OrganizationId, page, filter = {}, search: KeySearch = {}) => {
    if (isUsual(search)) return store.list(organization_id, page, filter)
    const { hash_prefix, name, q, sort = "-created_at" } = search
    const order = orderBy(sortings[sort])
    const its = { organization_id, ...filter }
    if (hash_prefix === undefined && name === undefined && q === undefined) {
      return paged(organization_id, keyRecords.listName(filter), page, rows.pages(keyRecords.view, order)(its, page))
    }
    const { before, from } = few(organization_id, search)
    const found = sql`FROM ${from} WHERE ${sql.and([
      rows.where(its),
      ...(name === undefined ? [] : [sql`name = ${name}`]),
      ...(q === undefined ? [] : [contains(q)])
    ])}`
    const size = sizes.all(read(sql`${before}SELECT count(*) AS size ${found}`))
    const { limit, offset } = page
    const data = rows.all(
      read(sql`${before}SELECT ${rows.columns} ${found} ORDER BY ${sql.literal(order)} LIMIT ${limit} OFFSET ${offset}`)
    )
    return snapshot(Effect.flatMap(size, ([counted]) => toPage(page, counted?.size ?? 0, data)))
  }
}
