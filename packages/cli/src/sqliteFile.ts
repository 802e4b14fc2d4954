import { isPostgresUrl } from "@tollgate/postgres/address"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** What was named is no file: another kind of database brings its own tools. */
export class NotAFile extends Data.TaggedError("NotAFile")<object> {
  override get message(): string {
    return "Only SQLite files are copied and restored here. For PostgreSQL, use pg_dump and pg_restore."
  }
}

/** Refuses the URL of a database on a server. It is not repeated: it may hold a password. */
export const sqliteFile = (path: string): Effect.Effect<string, NotAFile> =>
  isPostgresUrl(path) ? new NotAFile() : Effect.succeed(path)
