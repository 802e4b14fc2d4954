import * as Data from "effect/Data"

const sentences = {
  sqlite_name:
    "cannot be a database: names that end in -wal, -shm or -journal belong to SQLite, which deletes them. Name another file.",
  key_name: "cannot be a database: names that end in .key or .key.new belong to the master key. Name another file.",
  exists: "exists already, and nothing is written over it. Name another file.",
  in_use: "is open in another process. Stop that process first.",
  log_left: "has the log of an earlier database in its place. Move that away first.",
  unfinished: "is open elsewhere, or has a log beside it that is a part of it. Copy it with `tollgate backup` first.",
  directory_missing: "cannot be created: its directory does not exist. Create the directory first.",
  not_writable: "cannot be created. Give this process the right to write to its directory.",
  disk_full: "cannot be created: the disk is full. Make room on it, and try again.",
  spoiled: "is a copy that is damaged or cut short. Restore from another copy.",
  damaged: "is not made: what was copied is damaged. Restore from another backup.",
  unreadable: "cannot be made. Look at the cause and at the disk."
} as const

/** Why a database was not copied. */
export type CopyRefusal = keyof typeof sentences

/** A copy was not made, and nothing is left of it. The message says what to do. */
export class CopyRefused extends Data.TaggedError("CopyRefused")<{
  readonly file: string
  readonly reason: CopyRefusal
  /** What was found, in a few words, where the reason alone leaves that open. */
  readonly found?: string
  /** For the log: what the system or SQLite said. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const found = this.found === undefined ? "" : ` Cause: ${this.found}.`
    return `The file ${this.file} ${sentences[this.reason]}${found}`
  }
}
