import Sqlite from "better-sqlite3"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The part of better-sqlite3 that is compiled for a machine is not there, or for another machine or Node.js. */
export class SqliteUnavailable extends Data.TaggedError("SqliteUnavailable")<{ readonly cause: unknown }> {
  override get message(): string {
    return (
      `better-sqlite3 does not load in this Node.js (${process.version}, ${process.platform} ${process.arch}). ` +
      "Run `npm rebuild better-sqlite3`, or `pnpm rebuild better-sqlite3` where pnpm has installed it."
    )
  }
}

/** Fails where SQLite cannot be used at all, before anything is made that would be left behind. */
export const sqliteLoads = Effect.try({
  try: () => void new Sqlite(":memory:").close(),
  catch: (cause) => new SqliteUnavailable({ cause })
})
