import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Database } from "../transaction/Database.js"
import type { ArchivedTable } from "./ArchivedTable.js"
import { archivedTables } from "./archivedTables.js"
import type { ArchivedColumn } from "./Kind.js"

/** A table of an export with its columns, in the order in which an export has them. */
export interface TableWithColumns extends ArchivedTable {
  readonly columns: ReadonlyArray<ArchivedColumn>
}

const Row = Schema.Struct({
  table: Schema.String,
  name: Schema.String,
  kind: Schema.Literal("text", "json", "integer", "flag", "bytes", "uuid"),
  isNullable: Schema.BooleanFromUnknown
})

const decode = Schema.decodeUnknown(Schema.Array(Row))

/** SQLite has three types: the check of a column tells a flag from other integers, JSON from other texts, and a UUID from other bytes. */
const onSqlite = `SELECT t.name AS "table", c.name, NOT (c."notnull" OR c.pk) AS "isNullable", CASE c.type
  WHEN 'INTEGER' THEN iif(instr(t.sql, '(' || c.name || ' IN (0, 1)') > 0, 'flag', 'integer')
  WHEN 'TEXT' THEN iif(instr(t.sql, 'json_valid(' || c.name || ')') > 0, 'json', 'text')
  WHEN 'BLOB' THEN iif(instr(t.sql, '(length(' || c.name || ') = 16)') > 0, 'uuid', 'bytes')
END AS kind
FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name IN (SELECT value FROM json_each(?)) ORDER BY c.cid`

/** PostgreSQL has a type for each kind, but JSON is text with a check there, too, so that it stays the text that it is. */
const onPostgres = `SELECT t.relname AS "table", c.attname AS name, NOT c.attnotnull AS "isNullable",
CASE format_type(c.atttypid, NULL)
  WHEN 'bigint' THEN 'integer' WHEN 'boolean' THEN 'flag' WHEN 'uuid' THEN 'uuid' WHEN 'bytea' THEN 'bytes'
  WHEN 'text' THEN CASE WHEN EXISTS (
    SELECT 1 FROM pg_constraint AS k WHERE k.conrelid = t.oid AND k.contype = 'c'
    AND position('json_typeof((' || c.attname || ')::json)' IN pg_get_constraintdef(k.oid)) > 0
  ) THEN 'json' ELSE 'text' END
END AS kind
FROM pg_class AS t JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
WHERE t.oid IN (SELECT name::regclass FROM json_array_elements_text($1) AS name) ORDER BY c.attnum`

/** Moves columns to where they stand in every export. */
const inOrder = (columns: ReadonlyArray<ArchivedColumn>, after: Readonly<Record<string, string | null>>) =>
  Object.entries(after).reduce((all, [name, before]) => {
    const others = all.filter((column) => column.name !== name)
    const at = others.findIndex((column) => column.name === before) + 1
    return [...others.slice(0, at), ...all.filter((column) => column.name === name), ...others.slice(at)]
  }, columns)

/**
 * Reads the columns of all tables of an export from the catalogue of the database. They are the same, of the same kinds and in the same
 * order, on every database of this version: a test compares them.
 */
export const readTables = ({
  read,
  sql
}: Context.Tag.Service<Database>): Effect.Effect<ReadonlyArray<TableWithColumns>, StorageFailure> =>
  Effect.gen(function* () {
    const query = sql.onDialectOrElse({ pg: () => onPostgres, orElse: () => onSqlite })
    const names = JSON.stringify(archivedTables.map(({ name }) => name))
    const rows = yield* Effect.orDie(decode(yield* read({ compile: () => [query, [names]] })))
    return archivedTables.map((table) => {
      const { after = {}, amounts = [] } = table
      const columns = rows
        .filter((row) => row.table === table.name)
        .map(({ isNullable, kind, name }): ArchivedColumn => {
          return { name, kind: amounts.includes(name) ? "amount" : kind, isNullable }
        })
      return { ...table, columns: inOrder(columns, after) }
    })
  })
