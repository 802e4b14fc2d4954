import { StorageFailure } from "@tollgate/core"
import { Emptied, SchemaRefused, WrongMasterKey } from "@tollgate/sql"
import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"
import type { DatabaseRefusal } from "./DatabaseRefused.js"
import { DriverMissing } from "./loadDriver.js"

/** By the beginning of SQLite's extended result code, or of the system's error code. */
const byCode: ReadonlyArray<readonly [string, DatabaseRefusal]> = [
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_FULL", "disk_full"],
  ["ENOSPC", "disk_full"],
  ["EDQUOT", "disk_full"],
  // What SQLite says where there is no room for the index of its log.
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

/** The code of SQLite or the system, however deep in the causes it stands; empty where there is none. */
export const codeOf = (error: unknown): string => {
  if (Cause.isCause(error)) return codeOf(Cause.squash(error))
  if (!Predicate.isObject(error)) return ""
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  return Predicate.hasProperty(error, "cause") ? codeOf(error.cause) : ""
}

/** Why a database could not be opened, from what came back of opening it. */
export const refusalOf = (error: unknown): DatabaseRefusal => {
  if (error instanceof DriverMissing) return "no_driver"
  if (error instanceof SchemaRefused) return error.reason === "newer" ? "newer_schema" : "different_schema"
  if (error instanceof WrongMasterKey) return "wrong_master_key"
  if (error instanceof Emptied) return "emptied"
  const code = codeOf(error instanceof StorageFailure ? error.cause : error)
  return byCode.find(([prefix]) => code.startsWith(prefix))?.[1] ?? "unreadable"
}
