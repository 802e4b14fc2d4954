import * as Data from "effect/Data"

const sentences = {
  sqlite_name:
    "cannot be a database: names that end in -wal, -shm or -journal belong to SQLite, which deletes them. Name another file.",
  key_name: "cannot be a database: names that end in .key or .key.new belong to the master key. Name another file.",
  exists: "already exists and is not overwritten. Name another file.",
  log_left: "cannot be created: the log of an earlier database is in its place. Move that log away first.",
  unfinished:
    "is open in another process, or a part of it is in a log beside it. Copy it with `tollgate backup` first.",
  directory_missing: "cannot be created: its directory does not exist. Create the directory first.",
  not_writable: "cannot be created. Give this process write access to its directory.",
  disk_full: "cannot be created: the disk is full. Free some space and try again.",
  spoiled: "is a damaged or truncated copy. Restore from another copy.",
  damaged: "was not created: its source is damaged. Restore from another backup.",
  unreadable: "cannot be created. Check the cause and the disk."
} as const

/** Why a database was not copied. `CopyRefused.message` has a sentence for each. */
export type CopyRefusal = keyof typeof sentences

/** The copy was not made, and no part of it is left. The message says what to do. */
export class CopyRefused extends Data.TaggedError("CopyRefused")<{
  readonly file: string
  readonly reason: CopyRefusal
  /** What was found, in a few words, if the reason alone does not say it. */
  readonly found?: string
  /** For the log: the error of the system or of SQLite. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const found = this.found === undefined ? "" : ` Cause: ${this.found}.`
    return `The file ${this.file} ${sentences[this.reason]}${found}`
  }
}
