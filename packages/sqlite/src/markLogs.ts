import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"
import { firstValue } from "./firstValue.js"
import type { SqliteConnection } from "./SqliteConnection.js"

/** Where a log says which it is, anew each time that it begins from its start (SQLite's file format, section 4.1). */
const SALTS = { at: 16, length: 8 }

/**
 * Sees to it that a log tells which database it belongs to: a log begins anew whenever it has been written back, and then the
 * first page, which holds the database's id, is written into it. Answers what is to be called after each commit; that
 * reads a few bytes, and seldom commits once more.
 */
export const markLogs = Effect.fnUntraced(function* (file: string, { execute }: Pick<SqliteConnection, "execute">) {
  // By reading, the connection has opened the log.
  const fileId = firstValue(execute("PRAGMA user_version"))
  // SQLite has no locks on a log, so it may be opened beside it.
  const log = yield* Effect.acquireRelease(
    Effect.try({ try: () => openSync(`${file}-wal`, "r"), catch: (cause) => cause }),
    (descriptor) => Effect.sync(() => closeSync(descriptor))
  )
  const found = Buffer.alloc(SALTS.length)
  const marked = Buffer.alloc(SALTS.length)
  let isMarked = false
  const look = () => readSync(log, found, 0, SALTS.length, SALTS.at) === SALTS.length
  return () => {
    try {
      if (!look() || (isMarked && found.equals(marked))) return
      found.copy(marked)
      execute(`PRAGMA user_version = ${fileId}`)
      // If the log has begun anew once more by now, the next commit sees that.
      isMarked = true
    } catch {
      // What was committed stands. The next commit tries again.
      isMarked = false
    }
  }
})
