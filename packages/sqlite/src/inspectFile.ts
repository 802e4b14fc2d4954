import { accessSync, closeSync, constants, openSync, readSync, type Stats, statSync } from "node:fs"
import { dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { type DatabaseRefusal, DatabaseRefused } from "./DatabaseRefused.js"

/** Marks a file as Tollgate's (SQLite's `PRAGMA application_id`): "tlgt" in ASCII. */
export const APPLICATION_ID = 0x746c6774

const codeOf = (cause: unknown) => (Predicate.hasProperty(cause, "code") ? cause.code : undefined)

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const isWritable = (path: string, how: number) => {
  try {
    accessSync(path, how)
    return true
  } catch {
    return false
  }
}

const readHeader = (file: string): Buffer => {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, "r")
  try {
    return header.subarray(0, readSync(descriptor, header, 0, header.length, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** The header is SQLite's file format, section 1.3. It is read here because SQLite would leave files beside it. */
const judgeHeader = (header: Buffer, size: number, hasLog: boolean): DatabaseRefusal | null => {
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return "not_a_database"
  if (header.length < 100) return "damaged"
  if (header.readUInt32BE(68) !== APPLICATION_ID) return "foreign_schema"
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  const pages = header.readUInt32BE(28)
  // A log that is still there may hold the rest: then SQLite itself compares.
  return !hasLog && size < pages * pageSize ? "damaged" : null
}

const judge = (file: string, create: boolean): DatabaseRefusal | null => {
  const directory = dirname(file)
  const stats = statOf(file)
  if (stats === undefined) {
    if (!create) return "missing"
    if (statOf(directory)?.isDirectory() !== true) return "directory_missing"
  } else {
    if (!stats.isFile()) return "not_a_file"
    if (stats.size === 0) return "empty_file"
    const refusal = judgeHeader(readHeader(file), stats.size, (statOf(`${file}-wal`)?.size ?? 0) > 0)
    if (refusal !== null) return refusal
    if (!isWritable(file, constants.R_OK | constants.W_OK)) return "not_writable"
  }
  return isWritable(directory, constants.W_OK | constants.X_OK) ? null : "not_writable"
}

/**
 * Looks at a database file before SQLite touches it, in a time that does not depend on its size. Answers whether it is
 * there; refuses what is not Tollgate's, and leaves everything as it is.
 */
export const inspectFile = (file: string, create: boolean): Effect.Effect<"present" | "absent", DatabaseRefused> =>
  Effect.try({
    try: () => {
      const refusal = judge(file, create)
      return refusal ?? (statOf(file) === undefined ? "absent" : "present")
    },
    catch: (cause) => {
      const denied = codeOf(cause) === "EACCES" || codeOf(cause) === "EPERM"
      return new DatabaseRefused({ file, reason: denied ? "not_writable" : "unreadable", cause })
    }
  }).pipe(
    Effect.flatMap((found) =>
      found === "present" || found === "absent" ? Effect.succeed(found) : new DatabaseRefused({ file, reason: found })
    )
  )
