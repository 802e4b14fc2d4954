import * as Data from "effect/Data"

const sentences = {
  malformed_url: "is not an address of the form postgres://user:password@host:port/database. Correct it.",
  malformed_master_key: "needs a master key of exactly 32 bytes. Correct the key.",
  unreachable: "cannot be reached. Start PostgreSQL, or correct the address.",
  insecure:
    "could not be reached over TLS as the address asks. Correct the server's certificate, or sslmode in the address.",
  access_denied: "does not let this user in. Correct the user and the password in the address.",
  database_missing: "does not exist. Create it (CREATE DATABASE), or correct the address.",
  not_permitted: "does not let this user create or use its tables. Grant the right to do so.",
  read_only: "takes no writes. Name the primary server, not a standby.",
  busy: "is locked, or has no connection left. Try again when whoever holds it is done.",
  too_old: "is on a server older than PostgreSQL 14. Upgrade the server.",
  not_utf8: "does not keep texts as UTF-8. Create another one with ENCODING 'UTF8'.",
  foreign_schema: "has tables of another application under Tollgate's names. Name another database.",
  different_schema: "has a schema that no version of Tollgate has made. Restore it from a backup.",
  newer_schema: "was written by a newer version of Tollgate. Start that version or a later one.",
  wrong_master_key: "holds secrets sealed with another master key. Start with the key that it was created with.",
  emptied: "was in use, and rows that it cannot be without are gone. Restore it from a backup.",
  unreadable: "answered with an error. Look at the cause and at the server's log."
} as const

/** Why a database was not opened. */
export type PostgresRefusal = keyof typeof sentences

/** The database was not opened, and nothing about it was changed. The message says what to do, and never a password. */
export class PostgresRefused extends Data.TaggedError("PostgresRefused")<{
  /** Host, port and name; null where the address cannot be read, since any part of it could be the password then. */
  readonly database: string | null
  readonly reason: PostgresRefusal
  /** For the log: what the system or PostgreSQL said. */
  readonly cause?: unknown
}> {
  override get message(): string {
    return `The database${this.database === null ? "" : ` ${this.database}`} ${sentences[this.reason]}`
  }
}
