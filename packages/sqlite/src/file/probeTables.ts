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
    // `SELECT 1` could read a covering index in place of a table without rowids, despite NOT INDEXED.
    const [what, by] = type === "table" ? ["*", "NOT INDEXED"] : ["1", `INDEXED BY ${quote(name)}`]
    try {
      execute(`SELECT ${what} FROM ${quote(tbl_name)} ${by}${condition} LIMIT 1`)
    } catch (cause) {
      return { name, cause }
    }
  }
  return null
}
