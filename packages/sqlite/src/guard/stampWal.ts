import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import { firstValue } from "../connection/firstValue.js"
import type { SqliteConnection } from "../connection/SqliteConnection.js"

/** The salts identify a log. They change each time the log starts again (SQLite's file format, section 4.1). */
const SALTS = { at: 16, length: 8 }

/**
 * Marks each new log with the id of its database: after every checkpoint that restarts the log, the first page, which
 * has the id, is written to it. Returns a function to call after a commit that may have restarted the log. It returns
 * whether the log has its mark.
 */
export const stampWal = Effect.fnUntraced(function* (file: string, { execute }: Pick<SqliteConnection, "execute">) {
  // This read makes the connection open the log.
  const fileId = firstValue(execute("PRAGMA user_version"))
  // SQLite has no locks on a log, so opening it here is safe.
  const log = yield* Effect.acquireRelease(
    Effect.try({ try: () => openSync(`${file}-wal`, "r"), catch: (cause) => cause }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  )
  const found = Buffer.alloc(SALTS.length)
  const marked = Buffer.alloc(SALTS.length)
  const look = () => readSync(log, found, 0, SALTS.length, SALTS.at) === SALTS.length
  return () => {
    try {
      if (!look()) return false
      if (found.equals(marked)) return true
      execute(`PRAGMA user_version = ${fileId}`)
      found.copy(marked)
      return true
    } catch {
      // The commit is valid. The next one tries again.
      return false
    }
  }
})
