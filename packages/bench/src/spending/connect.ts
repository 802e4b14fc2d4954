import { createRequire } from "node:module"
import type Sqlite from "better-sqlite3"

/** Opens a file as Tollgate does: with a log, and each commit on disk. */
export const connect = (file: string): Sqlite.Database => {
  // Loaded when it is used: the driver is optional.
  const Database: typeof Sqlite = createRequire(import.meta.url)("better-sqlite3")
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  return db
}
