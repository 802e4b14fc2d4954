import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import { appendSealed, nothingStored } from "@tollgate/sql/driver"
import type { SqliteConnection } from "../connection/SqliteConnection.js"
import type { Write } from "./endHeldUp.js"

/** Seals the audit entries of the writes of one transaction, in the order of their changes. */
export const sealEntries = (connection: SqliteConnection, parts: ReadonlyArray<Write>): StorageFailure | null => {
  const entries: Array<UnsealedEntry> = []
  for (const part of parts) entries.push(...part.entries)
  if (entries.length === 0) return null
  try {
    appendSealed((text, params) => connection.execute(text, params), entries)
    return null
  } catch (cause) {
    return nothingStored(cause)
  }
}
