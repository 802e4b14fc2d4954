import { execFile } from "node:child_process"
import { closeSync, openSync, readSync } from "node:fs"
import * as Effect from "effect/Effect"

/**
 * The fields of a database file's header (SQLite's file format, section 1.3). They do not include what is in the log.
 */
export interface FileHeader {
  readonly pageSize: number
  /** The number of pages; 0 if an old version of SQLite did not write it. */
  readonly pages: number
  /** Identifies the file (`PRAGMA user_version`); 0 if it has no id. */
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
 * Reads the first bytes of a file in a separate process: POSIX drops every lock that a process has on a file as soon
 * as the process closes any descriptor of it, and this process may have the database open. Windows keeps locks by
 * descriptor.
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

/** Parses the header from the first bytes of a file, or returns why there is none. */
export const parseHeader = (bytes: Buffer): FileHeader | "not_a_database" | "damaged" => {
  if (bytes.toString("latin1", 0, 16) !== "SQLite format 3\0") return "not_a_database"
  if (bytes.length < LENGTH) return "damaged"
  const pageSize = bytes.readUInt16BE(16)
  return {
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    // The count is valid only if it was written at the same change counter.
    pages: bytes.readUInt32BE(24) === bytes.readUInt32BE(92) ? bytes.readUInt32BE(28) : 0,
    fileId: bytes.readUInt32BE(60),
    applicationId: bytes.readUInt32BE(68)
  }
}
