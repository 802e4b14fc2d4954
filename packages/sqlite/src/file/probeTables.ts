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

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A partial index is read with its own condition. */
const conditionOf = (sql: string | null): string => {
  const [, condition] = /\bWHERE\s+(.*)$/is.exec(sql ?? "") ?? []
  return condition === undefined ? "" : ` WHERE ${condition}`
}

/** How a table is read, and not one of its indexes: one that has every column serves a table without rowids, despite NOT INDEXED. */
const tableOf = (name: string, sql: string | null): string =>
  /\bWITHOUT\s+ROWID\b/i.test(sql ?? "") ? `INDEXED BY ${quote(`sqlite_autoindex_${name}_1`)}` : "NOT INDEXED"

/**
 * Reads one row through every table and index. Returns the first that cannot be read, with SQLite's error, or null.
 * Throws if the schema itself cannot be read.
 */
export const probeTables = (execute: Execute): { readonly name: string; readonly cause: unknown } | null => {
  const entries = decodeEntries(
    execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index') AND rootpage > 0")
  )
  for (const { name, sql, tbl_name, type } of entries) {
    const condition = type === "table" ? "" : conditionOf(sql)
    const [what, by] = type === "table" ? ["*", tableOf(name, sql)] : ["1", `INDEXED BY ${quote(name)}`]
    try {
      execute(`SELECT ${what} FROM ${quote(tbl_name)} ${by}${condition} LIMIT 1`)
    } catch (cause) {
      return { name, cause }
    }
  }
  return null
}
