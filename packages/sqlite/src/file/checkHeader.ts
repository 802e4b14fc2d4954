import * as Effect from "effect/Effect"
import type { DatabaseRefusal } from "../DatabaseRefused.js"
import { type FileHeader, parseHeader, readStart } from "./FileHeader.js"
import { APPLICATION_ID } from "./fileId.js"
import { readHeaderBySqlite } from "./readHeaderBySqlite.js"
import { statOf } from "./statOf.js"
import { type CommittedLog, readLog } from "./WriteAheadLog.js"

/** Why a file is refused, with details if the reason alone does not say it. */
export interface HeaderCheck {
  readonly reason: DatabaseRefusal
  readonly found?: string
}

const sizeOf = (path: string) => statOf(path)?.size ?? 0

/** Checks that every page is in the file or in its log. A remaining log can hold the pages that the file lacks. */
const judgeLength = (file: string, { pageSize, pages }: FileHeader, log: CommittedLog | null): HeaderCheck | null => {
  const inFile = Math.floor(sizeOf(file) / pageSize)
  if (inFile >= pages) return null
  const expected = log?.pages ?? pages
  for (let page = inFile + 1; page <= expected; page++) {
    if (log?.held.has(page) !== true) return { reason: "damaged", found: `page ${page} of ${expected} is missing` }
  }
  return null
}

const judgePair = (file: string, header: FileHeader): HeaderCheck | null => {
  if (header.applicationId !== APPLICATION_ID) return { reason: "foreign_schema" }
  const log = sizeOf(`${file}-wal`) > 0 ? readLog(`${file}-wal`) : null
  const isKnown = log !== null && log.fileId !== null && header.fileId !== 0
  if (isKnown && log.fileId !== header.fileId) return { reason: "log_of_another" }
  // SQLite applies a rollback journal before it checks the length.
  return sizeOf(`${file}-journal`) > 0 ? null : judgeLength(file, header, log)
}

const readHeader = (file: string) =>
  readStart(file).pipe(
    Effect.map(parseHeader),
    Effect.catchAll(() => readHeaderBySqlite(file))
  )

/** A fingerprint that changes when the database is written. */
const fingerprint = (file: string) =>
  [file, `${file}-wal`, `${file}-journal`]
    .map(statOf)
    .map((stats) => (stats === undefined ? "none" : `${stats.ino} ${stats.size} ${stats.mtimeMs}`))
    .join()

const ATTEMPTS = 100

/**
 * Checks a database's header, length and log without changing it. While other processes write, these can disagree for
 * a moment, so a file is refused only if it did not change during the check.
 */
export const checkHeader = Effect.fnUntraced(function* (file: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = fingerprint(file)
    const header = yield* readHeader(file)
    const judgement = yield* Effect.try({
      try: () => (typeof header === "string" ? { reason: header } : judgePair(file, header)),
      catch: (cause) => cause
    }).pipe(
      Effect.catchIf(
        () => fingerprint(file) !== before,
        () => Effect.succeed({ reason: "busy" } as const)
      )
    )
    if (judgement === null) return null
    if (fingerprint(file) === before) return judgement
  }
  // The file changes all the time, so another process has it open and can use it.
  return null
})
