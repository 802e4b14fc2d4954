import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { sealEntries } from "../schema/sealEntries.js"
import { dialectOf } from "../spending/dialectOf.js"
import { digestOf } from "../spending/rows/Names.js"
import type { Compiled, Rows } from "../transaction/Connected.js"
import { Database } from "../transaction/Database.js"
import { type ArchiveRefused, refused } from "./ArchiveRefused.js"
import { VERSION } from "./archivedTables.js"
import { checksum, type End, type Header } from "./format.js"
import { readTables } from "./readTables.js"
import { tableReader } from "./tableReader.js"

/** Options of `exportArchive`. */
export interface ExportOptions<E = never> {
  /** Whether the ledger is exported, too. Otherwise, what was spent becomes an opening balance, and nothing is held. */
  readonly ledger: boolean
  /** The id of the only organization to export, with its members, keys and all that is set for them, and the price book. Without the ledger. */
  readonly organization?: string
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

const countOf = (row: unknown) => (Predicate.hasProperty(row, "count") ? Number(row.count) : 0)
const valueOf = (row: unknown) => (Predicate.hasProperty(row, "value") ? String(row.value) : "")

/**
 * Writes all accounts as lines of JSON: a header, a row each in a fixed order, and a checksum. The same contents are the same bytes, on
 * every database. It reads one state, page by page, while others may write. Secrets stay sealed and keys stay hashes, so it needs no master key.
 *
 * @throws ArchiveRefused, if there is no such organization.
 * @throws StorageFailure.
 */
export const exportArchive = <E>({
  ledger: includesLedger,
  onProgress,
  organization,
  write
}: ExportOptions<E>): Effect.Effect<Exported, ArchiveRefused | E | StorageFailure, Database> =>
  Effect.gen(function* () {
    const database = yield* Database
    const { read, snapshotUnlimited, sql } = database
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    const { numbered } = dialectOf(sql)
    const ledger = includesLedger && organization === undefined
    const rowsOf = (text: string, params: ReadonlyArray<unknown> = []) => read({ compile: () => [text, params] })
    const count = (...statement: Compiled) => Effect.map(rowsOf(...statement), ([row]) => countOf(row))
    /** The number of holds in a state. */
    const countHolds = (state: number) => count(...holdsIn(state, organization, numbered))

    const hash = checksum()
    const put = (lines: string) => {
      hash.update(lines)
      return write(lines)
    }

    let isBegun = false
    // Entries that another process stores meanwhile are exported as they are, and sealed where they are imported.
    yield* sealEntries(database)
    return yield* snapshotUnlimited(
      Effect.gen(function* () {
        if (isBegun)
          return yield* new StorageFailure({ cause: new Error("The export was interrupted."), outcome: "none" })
        isBegun = true
        // The output may wait for its reader.
        if (isPostgres) yield* rowsOf("SET LOCAL idle_in_transaction_session_timeout = 0")
        if (organization !== undefined) {
          const found = yield* rowsOf(numbered("SELECT 1 FROM organizations WHERE id = ?"), [organization])
          if (found.length === 0) return yield* refused({ reason: "no_organization" })
        }
        const tables = (yield* readTables(database))
          .filter(({ isLedger }) => ledger || isLedger !== true)
          .map((table) => tableReader(table, { ledger, organization, isPostgres, numbered }))
        const counts = onProgress === undefined ? [] : yield* Effect.forEach(tables, (reader) => count(...reader.count))
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
          yield* writeTable(table, rowsOf, (lines, some) => {
            rows += some
            return Effect.map(put(lines), () => onProgress?.(rows, all))
          })
        }
        const end: typeof End.Type = { rows, sha256: hash.digest("hex") }
        yield* write(`${JSON.stringify(end)}\n`)
        const [open, unknown] = ledger ? [0, 0] : yield* Effect.all([countHolds(0), countHolds(3)])
        return { rows, leftOut: { open, unknown } }
      })
    )
  })

/** The statement that counts the holds in a state. */
const holdsIn = (state: number, organization: string | undefined, numbered: (text: string) => string): Compiled => {
  const all = `SELECT count(*) AS count FROM spending_holds WHERE state = ${state}`
  if (organization === undefined) return [all, []]
  const ofOrganization = `${all} AND organization = (SELECT id FROM spending_names WHERE digest = ?)`
  return [numbered(ofOrganization), [digestOf(organization)]]
}

/** Reads a table page by page. `put` writes the lines of a page, and is given the number of its rows. */
const writeTable = Effect.fnUntraced(function* <E>(
  { first, name, next, page, read }: ReturnType<typeof tableReader>,
  rowsOf: (...statement: Compiled) => Rows,
  put: (lines: string, rows: number) => Effect.Effect<void, E>
) {
  let statement: Compiled = first
  for (;;) {
    const found = yield* rowsOf(...statement)
    const rows = found.map(read)
    yield* put(rows.map((row) => `${JSON.stringify({ table: name, row })}\n`).join(""), rows.length)
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    statement = next(last)
    // A page by a host's client of SQLite does not suspend: others get their turn.
    yield* Effect.yieldNow()
  }
})
