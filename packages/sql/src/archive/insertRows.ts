import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inChunks } from "../table/batches.js"
import type { Compiled } from "../transaction/Connected.js"
import type { Database } from "../transaction/Database.js"
import type { ImportedRow } from "./ArchiveParser.js"
import { type ArchiveRefused, refused } from "./ArchiveRefused.js"
import { clearFilled } from "./importing.js"
import { handlingOf } from "./Kind.js"
import type { TableWithColumns } from "./readTables.js"
import { refusedRow } from "./refusedRow.js"

type Service = Context.Tag.Service<Database>

/** Makes the statement that inserts rows of a table. */
const inserter = ({ columns, isNumbered, name }: TableWithColumns, isPostgres: boolean) => {
  const binds = columns.map((column) => handlingOf(column).bind)
  const named = columns.map((column) => `"${column.name}"`)
  const overriding = isPostgres && isNumbered === true ? " OVERRIDING SYSTEM VALUE" : ""
  const into = `INSERT INTO ${name} (${named.join(", ")})${overriding} VALUES `
  const rowOf = (at: number) =>
    `(${binds.map((_, index) => (isPostgres ? `$${at * binds.length + index + 1}` : "?")).join(", ")})`
  return (rows: ReadonlyArray<ImportedRow>): Compiled => [
    into + rows.map((_, at) => rowOf(at)).join(", "),
    rows.flatMap(({ values }) => binds.map((bind, index) => bind(values[index] ?? null, isPostgres)))
  ]
}

/** Finds the first row that the database refuses, after it has refused them together. */
const firstRefused = (
  { attempt, writeAll }: Service,
  statement: (rows: ReadonlyArray<ImportedRow>) => Compiled,
  rows: ReadonlyArray<ImportedRow>,
  failure: StorageFailure
): Effect.Effect<never, ArchiveRefused | StorageFailure> =>
  Effect.gen(function* () {
    for (const row of rows) {
      yield* Effect.mapError(attempt(writeAll([statement([row])])), (own) => {
        const why = refusedRow(own)
        return why === null ? own : refused({ reason: "refused_row", line: row.line, table: row.table.name, why })
      })
    }
    return yield* failure
  })

/** Stores rows of one table. `before` is the place of the table whose rows came before. */
export const insertRows = (
  database: Service,
  { place, table }: ImportedRow,
  before: number,
  rows: ReadonlyArray<ImportedRow>
): Effect.Effect<void, ArchiveRefused | StorageFailure> => {
  const { attempt, sql, writeAll } = database
  const statement = inserter(table, sql.onDialectOrElse({ pg: () => true, orElse: () => false }))
  const stored = Effect.asVoid(attempt(writeAll(inChunks(rows).map(statement))))
  const inserted = Effect.catchTag(stored, "StorageFailure", (failure) =>
    refusedRow(failure) === null ? failure : firstRefused(database, statement, rows, failure)
  )
  return place === before ? inserted : Effect.zipRight(clearFilled(database, before, place), inserted)
}
