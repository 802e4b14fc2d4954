import { execFile } from "node:child_process"
import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"

/** What a database file says of itself, without its log (SQLite's file format, section 1.3). */
export interface FileHeader {
  readonly pageSize: number
  /** How many pages it has; 0 where an old version of SQLite did not say. */
  readonly pages: number
  /** Which of Tollgate's files this is (`PRAGMA user_version`); 0 where it has no id. */
  readonly fileId: number
  readonly applicationId: number
}

const LENGTH = 100

const viaSystem = (file: string) => {
  const header = Buffer.alloc(LENGTH)
  const descriptor = openSync(file, "r")
  try {
    return header.subarray(0, readSync(descriptor, header, 0, LENGTH, 0))
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The first bytes of a file, read by a process of its own: POSIX drops every lock that a process has on a file as soon as
 * it closes any descriptor of it, and this process may have the database open. Windows keeps locks by descriptor.
 */
export const readStart = (file: string): Effect.Effect<Buffer, Error> =>
  process.platform === "win32"
    ? Effect.try({ try: () => viaSystem(file), catch: (cause) => new Error("not read", { cause }) })
    : Effect.async((resume) => {
        const options = { encoding: "buffer", maxBuffer: 4096 } as const
        const child = execFile("head", ["-c", String(LENGTH), file], options, (error, stdout) =>
          resume(error === null ? Effect.succeed(stdout) : Effect.fail(error))
        )
        return Effect.sync(() => child.kill())
      })

/** The header in the first bytes of a file, or why it is none. */
export const parseHeader = (bytes: Buffer): FileHeader | "not_a_database" | "damaged" => {
  if (bytes.toString("latin1", 0, 16) !== "SQLite format 3\0") return "not_a_database"
  if (bytes.length < LENGTH) return "damaged"
  const pageSize = bytes.readUInt16BE(16)
  return {
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    // The count holds only where the change counter stood the same when it was written.
    pages: bytes.readUInt32BE(24) === bytes.readUInt32BE(92) ? bytes.readUInt32BE(28) : 0,
    fileId: bytes.readUInt32BE(60),
    applicationId: bytes.readUInt32BE(68)
  }
}
