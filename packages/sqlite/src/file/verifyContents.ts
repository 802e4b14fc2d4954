import { missingRowsQuery } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Execute } from "../connection/SqliteConnection.js"
import { withFreshConnection } from "../connection/withFreshConnection.js"
import { DatabaseRefused } from "../DatabaseRefused.js"
import { codeOf, toDatabaseRefusal } from "../toDatabaseRefusal.js"
import { probeTables } from "./probeTables.js"

const judge = (file: string, execute: Execute): DatabaseRefused | null => {
  const unread = probeTables(execute)
  if (unread !== null) {
    const { cause, name } = unread
    return new DatabaseRefused({
      file,
      reason: toDatabaseRefusal(cause),
      found: `${name} cannot be read (${codeOf(cause)})`,
      cause
    })
  }
  const [row] = execute(missingRowsQuery)
  const table = Predicate.isRecord(row) ? row.table : undefined
  if (!Predicate.isString(table)) return null
  return new DatabaseRefused({ file, reason: "emptied", found: `rows are missing from ${table}` })
}

/**
 * Verifies that every table can be read and that no table was emptied that every account needs, in a time that does
 * not depend on the amount of data. The schema must be this version's.
 */
export const verifyContents = (file: string): Effect.Effect<void, DatabaseRefused> =>
  Effect.try({
    try: () => withFreshConnection(file, (_, execute) => judge(file, execute)),
    catch: (cause) => {
      // SQLite rejects a statement if a table or a column is missing.
      const reason = codeOf(cause) === "SQLITE_ERROR" ? "different_schema" : toDatabaseRefusal(cause)
      return new DatabaseRefused({ file, reason, cause })
    }
  }).pipe(Effect.flatMap((refused) => refused ?? Effect.void))
