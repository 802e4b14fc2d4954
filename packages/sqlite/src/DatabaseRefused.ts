import * as Data from "effect/Data"

const sentences = {
  no_driver:
    "cannot be opened: no SQLite driver is available. Upgrade to Node.js 22.23, 24.21 or later, or run `npm install better-sqlite3@12`.",
  missing: "does not exist. Name an existing database, or allow one to be created.",
  log_without_database:
    "does not exist, but the log of its latest writes does. Put the database back beside the log, or move the log away.",
  key_without_database:
    "does not exist, but its master key does. Restore the database from a backup. If there never was one, move the key away.",
  log_of_another:
    "has the log of another database beside it. Put its own log beside it, or move the log away if the file is complete.",
  directory_missing: "cannot be created: its directory does not exist. Create the directory first.",
  not_a_file: "is not a regular file. Name a file.",
  empty_file:
    "is empty, so it is not a database. Restore it from a backup. If it never held anything, delete it and start again.",
  not_a_database: "is not an SQLite database. Name another file.",
  damaged: "is damaged or truncated. Restore it from a backup.",
  emptied: "has lost rows that every account needs. Restore it from a backup.",
  foreign_schema: "is a database of another application. Name another file.",
  different_schema:
    "has a schema that no released version of Tollgate creates. If another commit before the first release made it, export it there (`tollgate export FILE --ledger`) and import FILE with this version; if not, restore it from a backup.",
  older_schema:
    "does not have the tables of this version yet. Stop servers of older versions and run `tollgate migrate`.",
  unreleased_schema:
    "is of before the first release: export it with the version that wrote it (`tollgate export FILE --ledger`), and import FILE into a new one with this version (`tollgate import FILE`).",
  newer_schema: "was written by a newer version of Tollgate. Start that version or a later one.",
  wrong_master_key:
    "holds secrets sealed with another master key. Start with the key that it was created with. If that is lost, `tollgate vault abandon` gives up the secrets.",
  master_key_fits: "opens with the given master key, so nothing is lost. Start with that key.",
  in_use: "is open in another process. Stop every process that has it open.",
  malformed_master_key: "needs a master key of exactly 32 bytes. Correct the key.",
  not_writable: "is not writable. Give this process write access to the file and its directory.",
  disk_full: "cannot be written: the disk is full. Free some space and try again.",
  busy: "is locked by another process. Stop that process, or try again when it is done.",
  pragma_refused: "does not accept the settings that protect its data. Move it to a local disk.",
  unreadable: "cannot be read or written by SQLite. Check the cause and the disk."
} as const

/** Why a database file was not opened. `DatabaseRefused.message` has a sentence for each. */
export type DatabaseRefusal = keyof typeof sentences

/** The database file was not opened, and nothing about it was changed. The message says what to do. */
export class DatabaseRefused extends Data.TaggedError("DatabaseRefused")<{
  readonly file: string
  readonly reason: DatabaseRefusal
  /** What was found, in a few words, if the reason alone does not say it. */
  readonly found?: string
  /** For the log: the error of the system or of SQLite. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const found = this.found === undefined ? "" : ` Cause: ${this.found}.`
    return `The database ${this.file} ${sentences[this.reason]}${found}`
  }
}
