import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { firstValue } from "../connection/firstValue.js"
import { withFreshConnection } from "../connection/withFreshConnection.js"
import type { FileHeader } from "./FileHeader.js"

/**
 * Reads the header through SQLite, for systems where no other process can read it. SQLite sees the file together with its
 * log, so the fields of the file alone stay unknown (0). Beside the database of another application it may leave an empty log.
 */
export const readHeaderBySqlite = (file: string): Effect.Effect<FileHeader, unknown> =>
  Effect.try({
    try: () =>
      withFreshConnection(file, (execute) => {
        const read = (name: string) => {
          const value = firstValue(execute(`PRAGMA ${name}`))
          return Predicate.isNumber(value) ? value : 0
        }
        return { applicationId: read("application_id"), pageSize: read("page_size"), pages: 0, fileId: 0 }
      }),
    catch: (cause) => cause
  })
