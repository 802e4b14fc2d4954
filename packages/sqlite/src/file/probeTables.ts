import * as Schema from "effect/Schema"
import type { Execute } from "../connection/SqliteConnection.js"

const decodeEntries = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      type: Schema.Literal("table", "index"),
      name: Schema.String,
      tbl_name: Schema.String,
      sql: Schema.NullOr(Schema.String)
    })
  )
)

/** `wr` is 1 for a table without rowids: a number, or a bigint where the connection has these. */
const decodeTables = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      schema: Schema.String,
      name: Schema.String,
      wr: Schema.Union(Schema.Number, Schema.BigIntFromSelf)
    })
  )
)

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A partial index is read with its own condition. */
const conditionOf = (sql: string | null): string => {
  const [, condition] = /\bWHERE\b(.*)$/is.exec(sql ?? "") ?? []
  return condition === undefined ? "" : ` WHERE ${condition}`
}

/**
 * Reads one row through every table and index. Returns the first that cannot be read, with SQLite's error, or null.
 * Throws if the schema itself cannot be read.
 */
export const probeTables = (execute: Execute): { readonly name: string; readonly cause: unknown } | null => {
  const entries = decodeEntries(
    execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND rootpage > 0")
  )
  const tables = decodeTables(execute("PRAGMA table_list"))
  const isWithoutRowids = new Set(
    tables.flatMap(({ name, schema, wr }) => (schema === "main" && Number(wr) === 1 ? name : []))
  )
  // An index that has every column serves a table without rowids, despite NOT INDEXED. The name of one of its indexes prevents that.
  const tableBy = (name: string) =>
    isWithoutRowids.has(name) ? `INDEXED BY ${quote(`sqlite_autoindex_${name}_1`)}` : "NOT INDEXED"
  for (const { name, sql, tbl_name, type } of entries) {
    const condition = type === "table" ? "" : conditionOf(sql)
    const [what, by] = type === "table" ? ["*", tableBy(name)] : ["1", `INDEXED BY ${quote(name)}`]
    try {
      execute(`SELECT ${what} FROM ${quote(tbl_name)} ${by}${condition} LIMIT 1`)
    } catch (cause) {
      return { name, cause }
    }
  }
  return null
}
