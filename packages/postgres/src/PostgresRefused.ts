import * as Data from "effect/Data"

const sentences = {
  malformed_url: "is not an address of the form postgres://user:password@host:port/database. Correct it.",
  malformed_master_key: "needs a master key of exactly 32 bytes. Correct the key.",
  reserved_setting:
    "has a setting in the options of its address that Tollgate sets itself. Remove it from the address.",
  unreachable: "cannot be reached. Start PostgreSQL, or correct the address.",
  insecure:
    "cannot be reached over TLS as the address requires. Correct the server's certificate, or sslmode in the address.",
  access_denied: "rejects this user. Correct the user and the password in the address.",
  database_missing: "does not exist. Create it (CREATE DATABASE), or correct the address.",
  not_permitted:
    "does not allow this user to create or use its tables. Grant the privileges, or run `tollgate migrate` as another user.",
  read_only: "is read-only. Name the primary server, not a standby.",
  busy: "is locked, or has no free connection. Try again later.",
  too_old: "is on a server older than PostgreSQL 14. Upgrade the server.",
  not_utf8: "does not store text as UTF-8. Create another database with ENCODING 'UTF8'.",
  foreign_schema: "has tables of another application with the names of Tollgate's tables. Name another database.",
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
  in_use: "has other sessions. Stop every server and every other program that is connected to it.",
  emptied: "has lost rows that every account needs. Restore it from a backup.",
  unreadable: "answered with an error. Check the cause and the server's log."
} as const

/** Why a database was not opened. `PostgresRefused.message` has a sentence for each. */
export type PostgresRefusal = keyof typeof sentences

/** The database was not opened and not changed. The message says what to do. It never contains a password. */
export class PostgresRefused extends Data.TaggedError("PostgresRefused")<{
  /** Host, port and name; null if the address cannot be parsed, because any part of it could be the password. */
  readonly database: string | null
  readonly reason: PostgresRefusal
  /** The setting that the address may not have, for `reserved_setting`. */
  readonly setting?: string
  /** For the log: the error of the system or of PostgreSQL. */
  readonly cause?: unknown
}> {
  override get message(): string {
    return `The database${this.database === null ? "" : ` ${this.database}`} ${sentences[this.reason].replace("a setting", this.setting ?? "a setting")}`
  }
}
