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
import { readListSize } from "../table/readListSize.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { toPage } from "../table/toPage.js"
import type { Database } from "../transaction/Database.js"

const orderBy = (fields: (typeof sortings)["name"]) =>
  fields.map(([field, direction]) => `${field} ${direction}${field === "last_used_at" ? " NULLS LAST" : ""}`).join(", ")

/** The most keys of an organization of which each may be looked at while others wait: it takes a few milliseconds. */
const MAX_BLOCKING_KEYS = 500

/**
 * Lists keys. Each order is read from an index, and so are the keys of a hash or of a whole name. A search for a part of a text looks at each key of
 * the organization, and an order with a filter at those that are not in the list, too: of many keys, that is a long read.
 */
export const searchKeys = (database: Context.Tag.Service<Database>): Context.Tag.Service<KeyStore>["list"] => {
  const { read, snapshot, snapshotUnlimited, sql } = database
  const { rows, store } = records(database, keyRecords)
  const paged = countedPage(database)
  const sizes = rowReader(sql, ListSize)
  const sizeOf = readListSize(database)

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
    const isFound =
      hash_prefix === undefined
        ? sql`organization_id = ${organization_id} AND name = ${name}`
        : sql`hash >= ${hash_prefix} AND hash < ${`${hash_prefix}g`}`
    const before = sql`WITH found AS MATERIALIZED (SELECT * FROM ${sql(keyRecords.table)} WHERE ${isFound}) `
    return { before, from: sql`found` }
  }

  return (organization_id: OrganizationId, page, filter = {}, search: KeySearch = {}) => {
    if (isUsual(search)) return store.list(organization_id, page, filter)
    const { hash_prefix, name, q, sort = "-created_at" } = search
    const order = orderBy(sortings[sort])
    const matching = { organization_id, ...filter }
    const list = keyRecords.listName(filter)
    const all = keyRecords.listName({})
    const isLong = Effect.map(sizeOf(organization_id, all), (size) => size > MAX_BLOCKING_KEYS)
    const isFew = hash_prefix !== undefined || name !== undefined
    if (!isFew && q === undefined) {
      const found = rows.pages(keyRecords.view, order)(matching, page)
      if (list === all) return paged(organization_id, list, page, found)
      return Effect.flatMap(isLong, (isLong) => paged(organization_id, list, page, found, isLong))
    }
    const { before, from } = few(organization_id, search)
    const found = sql`FROM ${from} WHERE ${sql.and([
      rows.where(matching),
      ...(name === undefined ? [] : [sql`name = ${name}`]),
      ...(q === undefined ? [] : [contains(q)])
    ])}`
    const size = sizes.all(read(sql`${before}SELECT count(*) AS size ${found}`))
    const { limit, offset } = page
    const data = rows.all(
      read(sql`${before}SELECT ${rows.columns} ${found} ORDER BY ${sql.literal(order)} LIMIT ${limit} OFFSET ${offset}`)
    )
    const searched = Effect.flatMap(size, ([counted]) => toPage(page, counted?.size ?? 0, data))
    if (isFew) return snapshot(searched)
    return Effect.flatMap(isLong, (isLong) => (isLong ? snapshotUnlimited : snapshot)(searched))
  }
}
