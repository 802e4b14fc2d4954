import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { FileHeader } from "./FileHeader.js"

const numberOf = (value: unknown) => (Predicate.isNumber(value) ? value : 0)

/**
 * What SQLite says of a file, for where no other process can be asked. It sees the file with its log, so what the file
 * says alone is left open (0); beside a database of somebody else it may leave an empty log.
 */
export const readHeaderBySqlite = (file: string): Effect.Effect<FileHeader, unknown> =>
  Effect.try({
    try: () => {
      const database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 0 })
      try {
        const ask = (name: string) => numberOf(database.pragma(name, { simple: true }))
        return { applicationId: ask("application_id"), pageSize: ask("page_size"), pages: 0, fileId: 0 }
      } finally {
        database.close()
      }
    },
    catch: (cause) => cause
  })
