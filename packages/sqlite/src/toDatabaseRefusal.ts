import { StorageFailure } from "@tollgate/core"
import { MasterKeyFits, RowsMissing, SchemaRefused, WrongMasterKey } from "@tollgate/sql"
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import { DriverMissing } from "./connection/loadDriver.js"
import type { DatabaseRefusal } from "./DatabaseRefused.js"

/** Refusals by prefix of SQLite's extended result code, or of the system's error code. */
const byCode: ReadonlyArray<readonly [string, DatabaseRefusal]> = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_FULL", "disk_full"],
  ["ENOSPC", "disk_full"],
  ["EDQUOT", "disk_full"],
  // SQLite's error if there is no space for the log's index.
  ["SQLITE_IOERR_SHMSIZE", "disk_full"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "not_a_database"],
  ["SQLITE_READONLY", "not_writable"],
  ["SQLITE_CANTOPEN", "not_writable"],
  ["SQLITE_PERM", "not_writable"],
  ["EACCES", "not_writable"],
  ["EPERM", "not_writable"],
  ["EROFS", "not_writable"]
]

const bySchema: Readonly<Record<SchemaRefused["reason"], DatabaseRefusal>> = {
  newer: "newer_schema",
  older: "older_schema",
  gap: "different_schema",
  different: "different_schema",
  edited: "different_schema",
  unreleased: "unreleased_schema"
}

/** The code of SQLite or of the system, at any depth of the causes; empty if there is none. */
export const codeOf = (error: unknown): string => {
  if (Cause.isCause(error)) return codeOf(Cause.squash(error))
  if (!Predicate.isObject(error)) return ""
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  return Predicate.hasProperty(error, "cause") ? codeOf(error.cause) : ""
}

/** Maps an error of opening a database to a refusal. */
export const toDatabaseRefusal = (error: unknown): DatabaseRefusal => {
  if (error instanceof DriverMissing) return "no_driver"
  if (error instanceof SchemaRefused) return bySchema[error.reason]
  if (error instanceof WrongMasterKey) return "wrong_master_key"
  if (error instanceof MasterKeyFits) return "master_key_fits"
  if (error instanceof RowsMissing) return "emptied"
  const code = codeOf(error instanceof StorageFailure ? error.cause : error)
  return byCode.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unreadable"
}
