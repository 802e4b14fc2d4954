import type { SqliteConnection } from "../connection/SqliteConnection.js"
import type { OpenedLog } from "./openLog.js"

/**
 * Marks each new log with the id of its database: after every checkpoint that restarts the log, the first page, which
 * has the id, is written to it. Returns a function to call after a commit that may have restarted the log. It returns
 * whether the log has its mark.
 */
export const stampWal = (
  log: Pick<OpenedLog, "salts">,
  { execute }: Pick<SqliteConnection, "execute">,
  fileId: unknown
) => {
  let marked: Buffer | null = null
  return () => {
    try {
      const found = log.salts()
      if (found === null) return false
      if (marked?.equals(found) === true) return true
      execute(`PRAGMA user_version = ${fileId}`)
      marked = Buffer.from(found)
      return true
    } catch {
      // The commit is valid. The next one tries again.
      return false
    }
  }
}
