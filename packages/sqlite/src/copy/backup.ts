import * as Effect from "effect/Effect"
import { openSqlite, type SqliteConnection } from "../connection/SqliteConnection.js"
import type { OnCopied } from "../connection/SqliteDriver.js"
import type { DatabaseRefused } from "../DatabaseRefused.js"
import { inspectFile } from "../file/inspectFile.js"
import type { CopyRefused } from "./CopyRefused.js"
import { installCopy } from "./installCopy.js"

/** How long to wait for a lock of another process, in milliseconds. */
const LOCK_TIMEOUT = 5_000

/** Called with the copied share of a database, from 0 to 1. */
export type OnProgress = OnCopied

/** An interruption stops the copy after its current step, and waits for that step, which uses the connection. */
const copyFrom = ({ backup }: SqliteConnection, draft: string, onProgress: OnProgress) =>
  Effect.async<void, unknown>((resume) => {
    let isStopped = false
    const copied = backup(draft, (done) => {
      if (isStopped) throw new Error("The copy was interrupted.")
      onProgress(done)
    }).then(
      () => resume(Effect.void),
      (cause) => resume(Effect.fail(cause))
    )
    return Effect.suspend(() => {
      isStopped = true
      return Effect.promise(() => copied)
    })
  })

const copyPages = (file: string, draft: string, onProgress: OnProgress) =>
  Effect.acquireUseRelease(
    Effect.try({
      try: () => openSqlite(file, { readonly: false, timeout: LOCK_TIMEOUT }),
      catch: (cause) => cause
    }),
    (source) =>
      Effect.zipRight(
        Effect.try({
          try: () => {
            // The transaction fixes the state that is copied. Without it, each write would restart the copy.
            source.execute("BEGIN")
            source.execute("PRAGMA schema_version")
          },
          catch: (cause) => cause
        }),
        copyFrom(source, draft, onProgress)
      ),
    (source) => Effect.sync(source.close)
  )

/**
 * Copies a database to a new file, also while it is written: the copy has the state at the start. It is verified
 * before it gets its name, and is readable only by its owner. The master key is not copied.
 *
 * @throws {DatabaseRefused} if the database cannot be used.
 * @throws {CopyRefused} if the copy cannot be created.
 */
export const backup = (
  database: string,
  copy: string,
  onProgress: OnProgress = () => {}
): Effect.Effect<void, CopyRefused | DatabaseRefused> =>
  Effect.flatMap(inspectFile(database, false), ({ file }) =>
    installCopy(copy, database, (draft) => Effect.map(copyPages(file, draft, onProgress), () => onProgress(1)))
  )
