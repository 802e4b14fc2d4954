import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import type { CopyRefused } from "./CopyRefused.js"
import type { DatabaseRefused } from "./DatabaseRefused.js"
import { inspectFile } from "./inspectFile.js"
import { placeCopy } from "./placeCopy.js"

/** How long a lock of another process is waited for. */
const LOCK_TIMEOUT_MILLIS = 5_000

/** Told how much of a copy is done, from 0 to 1. */
export type OnProgress = (done: number) => void

const copyPages = (file: string, draft: string, onProgress: OnProgress) =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => new Sqlite(file, { fileMustExist: true, timeout: LOCK_TIMEOUT_MILLIS }),
      catch: (cause) => cause
    }),
    (source) =>
      Effect.tryPromise({
        try: (signal) => {
          // One state is copied, however much is written meanwhile: otherwise each write would begin the copy anew.
          source.exec("BEGIN")
          source.pragma("schema_version")
          return source.backup(draft, {
            progress: ({ remainingPages, totalPages }) => {
              signal.throwIfAborted()
              onProgress((totalPages - remainingPages) / totalPages)
              return 256
            }
          })
        },
        catch: (cause) => cause
      }),
    (source) => Effect.sync(() => source.close())
  )

/**
 * Copies a database to a file that does not exist yet, also while it is being written: the copy is its state when copying
 * began. It is proved to be whole before it takes its name, and is for its owner alone. The master key is not copied.
 */
export const backup = (
  database: string,
  copy: string,
  onProgress: OnProgress = () => {}
): Effect.Effect<void, CopyRefused | DatabaseRefused> =>
  Effect.flatMap(inspectFile(database, false), ({ file }) =>
    placeCopy(copy, database, (draft) => Effect.map(copyPages(file, draft, onProgress), () => onProgress(1)))
  )
