import { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Database } from "../transaction/Database.js"
import { ArchiveParser, type ImportedRow } from "./ArchiveParser.js"
import { ArchiveRefused, refused } from "./ArchiveRefused.js"
import { archivedTables } from "./archivedTables.js"
import { asOwner, beginImport, endImport, requireEmpty } from "./importing.js"
import { insertRows } from "./insertRows.js"
import { type Line, LineReader } from "./LineReader.js"
import { readTables } from "./readTables.js"

/** How many rows, and how many characters of them, are stored at a time. */
const MAX_BATCH_ROWS = 256
const MAX_BATCH_LENGTH = 1_048_576

/** Options of `importArchive`. */
export interface ImportOptions<E = never> {
  /** Takes the next bytes of an export, and null at its end. */
  readonly read: Effect.Effect<Uint8Array | null, E>
  /** The ids of the master keys that the database is to be used with. An export that needs another one is refused. Null if none is known yet. */
  readonly masterKeys?: ReadonlyArray<string> | null
  /** Called with the number of bytes that were read. */
  readonly onProgress?: (bytes: number) => void
}

/** What was imported. */
export interface Imported {
  readonly rows: number
  /** The id of the master key that opens its credentials. */
  readonly masterKey: string
}

/** Before any database has been opened with a master key. */
const NO_KEY = "none"

const attempted = <A>(act: () => A): Effect.Effect<A, ArchiveRefused> =>
  Effect.try({
    try: act,
    catch: (error) => {
      if (error instanceof ArchiveRefused) return error
      throw error
    }
  })

const checkMasterKey = (stated: string, given: ReadonlyArray<string> | null) =>
  stated === NO_KEY || given === null || given.includes(stated)
    ? Effect.void
    : refused({ reason: "wrong_master_key", stated, given: given.join(", ") })

/** Reads the lines of an export to its end, and stores the rows of one table after those of another. */
const importLines = <E>(
  database: Context.Tag.Service<Database>,
  { masterKeys = null, onProgress, read }: ImportOptions<E>
): Effect.Effect<Imported, ArchiveRefused | E | StorageFailure> =>
  Effect.gen(function* () {
    const lines = new LineReader()
    const parser = new ArchiveParser(yield* readTables(database))
    let waiting: Array<ImportedRow> = []
    let text = 0
    let bytes = 0
    let last = -1

    const store = Effect.suspend(() => {
      const rows = waiting
      waiting = []
      text = 0
      const [first] = rows
      if (first === undefined) return Effect.void
      const before = last
      last = first.place
      return insertRows(database, first, before, rows)
    })

    const take = Effect.fnUntraced(function* (found: Iterator<Line>) {
      for (;;) {
        const next = yield* attempted(() => found.next())
        if (next.done === true) return
        const row = yield* attempted(() => parser.read(next.value))
        // The first line names it: the rows of a wrong one are not stored first.
        if (next.value.number === 1) yield* checkMasterKey(parser.header?.master_key ?? NO_KEY, masterKeys)
        if (row === null) continue
        const isOther = waiting[0] !== undefined && waiting[0].place !== row.place
        if (isOther || waiting.length === MAX_BATCH_ROWS || text > MAX_BATCH_LENGTH) yield* store
        waiting.push(row)
        text += next.value.text.length
      }
    })

    for (;;) {
      const chunk = yield* read
      if (chunk === null) break
      yield* take(lines.push(chunk))
      bytes += chunk.length
      onProgress?.(bytes)
    }
    yield* take(lines.end())
    yield* attempted(() => parser.end(lines.lines))
    yield* store
    yield* endImport(database, last, archivedTables.length - 1)
    return { rows: parser.rows, masterKey: parser.header?.master_key ?? NO_KEY }
  })

/**
 * Stores all accounts of an export in a migrated database without rows: all of them or nothing, in one transaction. A PostgreSQL
 * database needs the owner of its tables.
 *
 * @throws ArchiveRefused, if the database is not empty, or an export is not complete and right.
 * @throws StorageFailure.
 */
export const importArchive = <E>(
  options: ImportOptions<E>
): Effect.Effect<Imported, ArchiveRefused | E | StorageFailure, Database> =>
  Effect.gen(function* () {
    const database = yield* Database
    let isBegun = false
    return yield* database
      .transactUnlimited(
        Effect.gen(function* () {
          // What was read cannot be read again.
          if (isBegun)
            return yield* new StorageFailure({ cause: new Error("The import was interrupted."), outcome: "none" })
          isBegun = true
          yield* requireEmpty(database)
          yield* beginImport(database)
          return yield* importLines(database, options)
        })
      )
      .pipe(asOwner)
  })
