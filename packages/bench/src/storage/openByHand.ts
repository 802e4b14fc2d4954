import { createRequire } from "node:module"
import type Sqlite from "better-sqlite3"

const pragmas = [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "busy_timeout = 0",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "secure_delete = ON"
]

/** Opens a file with the pragmas that Tollgate sets, too. */
export const openByHand = (file: string): Sqlite.Database => {
  // Loaded on demand, because some measures do not need it.
  const Database: typeof Sqlite = createRequire(import.meta.url)("better-sqlite3")
  const db = new Database(file)
  for (const pragma of pragmas) db.pragma(pragma)
  return db
}
