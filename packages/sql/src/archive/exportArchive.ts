import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { sealEntries } from "../audit/sealEntries.js"
import { Database } from "../transaction/Database.js"
import type { ArchivedTable } from "./ArchivedTable.js"
import { archivedTables } from "./archivedTables.js"
import { checksum, type End, type Header, VERSION } from "./format.js"
import { type ArchivedValue, handlingOf } from "./Kind.js"

const PAGE = 500

/** Options of `exportArchive`. */
export interface ExportOptions<E = never> {
  /** Whether the ledger is exported, too. Otherwise, what was spent becomes an opening balance, and nothing is held. */
  readonly ledger: boolean
  /** Takes the next lines, each with its line break. */
  readonly write: (lines: string) => Effect.Effect<void, E>
  /** Called with the number of rows that were written, and that of all. To count them takes a moment. */
  readonly onProgress?: (done: number, all: number) => void
}

/** What was exported. */
export interface Exported {
  readonly rows: number
  /** Holds that set amounts aside, and are not in an export without the ledger: open ones, and those whose outcome is unknown. */
  readonly leftOut: { readonly open: number; readonly unknown: number }
}

type ArchivedRow = Readonly<Record<string, ArchivedValue>>

/** Statements of a table, and how its rows are read. */
const readerOf = (
  { columns, key, name, page = PAGE, where = "TRUE", withoutLedger = {} }: ArchivedTable,
  ledger: boolean,
  isPostgres: boolean
) => {
  const handlings = Object.entries(columns).map(([column, kind]) => ({ column, ...handlingOf(kind) }))
  const selected = handlings.map(({ asText, column }) => {
    const value = (ledger ? undefined : withoutLedger[column]) ?? `its."${column}"`
    return `${asText === true ? `CAST(${value} AS TEXT)` : value} AS "${column}"`
  })
  const marks = key.map((_, index) => (isPostgres ? `$${index + 1}` : "?"))
  const keys = key.map((column) => `its."${column}"`).join(", ")
  const from = `SELECT ${selected.join(", ")} FROM ${name} AS its`
  // A column of the answer has the name of the table's, and may be a text.
  const order = `ORDER BY ${keys} LIMIT ${page}`
  return {
    page,
    first: `${from} WHERE ${where} ${order}`,
    next: `${from} WHERE ${where} AND (${keys}) > (${marks.join(", ")}) ${order}`,
    read: (row: unknown): ArchivedRow =>
      Object.fromEntries(
        handlings.map(({ column, read }) => [column, Predicate.hasProperty(row, column) ? read(row[column]) : null])
      ),
    after: (row: ArchivedRow) =>
      key.map((column) => handlingOf(columns[column] ?? "text").bind(row[column] ?? null, isPostgres))
  }
}

const countOf = (row: unknown) => (Predicate.hasProperty(row, "count") ? Number(row.count) : 0)
const valueOf = (row: unknown) => (Predicate.hasProperty(row, "value") ? String(row.value) : "")

/**
 * Writes all accounts as lines of JSON: a header, a row each in a fixed order, and a checksum. The same contents are the same bytes, on
 * every database. It reads one state, page by page, while others may write. Secrets stay sealed and keys stay hashes, so it needs no master key.
 *
 * @throws StorageFailure.
 */
export const exportArchive = <E>({
  ledger,
  onProgress,
  write
}: ExportOptions<E>): Effect.Effect<Exported, E | StorageFailure, Database> =>
  Effect.gen(function* () {
    const database = yield* Database
    const { read, snapshotUnlimited, sql } = database
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    const tables = archivedTables.filter(({ isLedger }) => ledger || isLedger !== true)
    const rowsOf = (text: string, params: ReadonlyArray<unknown> = []) => read({ compile: () => [text, params] })
    const count = (from: string) => Effect.map(rowsOf(`SELECT count(*) AS count FROM ${from}`), ([row]) => countOf(row))

    const hash = checksum()
    const put = (lines: string) => {
      hash.update(lines)
      return write(lines)
    }

    const writeTable = Effect.fnUntraced(function* (table: ArchivedTable, told: (rows: number) => void) {
      const { after, first, next, page, read } = readerOf(table, ledger, isPostgres)
      let statement: readonly [string, ReadonlyArray<unknown>] = [first, []]
      for (;;) {
        const found = yield* rowsOf(...statement)
        const rows = found.map(read)
        yield* put(rows.map((row) => `${JSON.stringify({ table: table.name, row })}\n`).join(""))
        told(rows.length)
        const last = rows.at(-1)
        if (last === undefined || rows.length < page) return
        statement = [next, after(last)]
        // A page on SQLite does not suspend: others get their turn.
        yield* Effect.yieldNow()
      }
    })

    let isBegun = false
    // Entries that another process stores meanwhile are exported as they are, and sealed where they are imported.
    yield* sealEntries(database)
    return yield* snapshotUnlimited(
      Effect.gen(function* () {
        if (isBegun)
          return yield* new StorageFailure({ cause: new Error("The export was interrupted."), outcome: "none" })
        isBegun = true
        // The output may wait for who reads it.
        if (isPostgres) yield* rowsOf("SET LOCAL idle_in_transaction_session_timeout = 0")
        const counts =
          onProgress === undefined
            ? []
            : yield* Effect.forEach(tables, ({ name, where = "TRUE" }) => count(`${name} WHERE ${where}`))
        const all = counts.reduce((sum, some) => sum + some, 0)
        const [key] = yield* rowsOf("SELECT value FROM tollgate_meta WHERE name = 'master_key_id'")
        const header: typeof Header.Type = {
          format: "tollgate export",
          version: VERSION,
          ledger,
          master_key: valueOf(key)
        }
        yield* put(`${JSON.stringify(header)}\n`)
        let rows = 0
        for (const table of tables) {
          yield* writeTable(table, (some) => {
            rows += some
            onProgress?.(rows, all)
          })
        }
        const end: typeof End.Type = { rows, sha256: hash.digest("hex") }
        yield* write(`${JSON.stringify(end)}\n`)
        const [open, unknown] = ledger
          ? [0, 0]
          : yield* Effect.all([count("spending_holds WHERE state = 0"), count("spending_holds WHERE state = 3")])
        return { rows, leftOut: { open, unknown } }
      })
    )
  })
