import * as Effect from "effect/Effect"
import { openSqlite } from "../connection/SqliteConnection.js"
import { whileLocked } from "../connection/whileLocked.js"
import { DatabaseRefused } from "../DatabaseRefused.js"
import { codeOf } from "../toDatabaseRefusal.js"

/**
 * Fails if another connection has a file open, on any machine-local process, also one that does nothing: with an exclusive lock, SQLite reads
 * the log without the index that others share.
 */
export const requireAlone = (file: string) =>
  whileLocked(() => {
    const probe = openSqlite(file, { readonly: false })
    try {
      probe.execute("PRAGMA busy_timeout = 0")
      probe.execute("PRAGMA locking_mode = EXCLUSIVE")
      probe.execute("BEGIN IMMEDIATE")
      probe.execute("ROLLBACK")
    } finally {
      probe.close()
    }
  }).pipe(
    Effect.mapError((cause) =>
      codeOf(cause).startsWith("SQLITE_BUSY") ? new DatabaseRefused({ file, reason: "in_use", cause }) : cause
    )
  )
