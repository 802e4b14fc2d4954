import { isNoPath, isPostgresUrl } from "@tollgate/postgres/address"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** What was named is no file: the address of a PostgreSQL database, which brings its own tools, or nothing that we know. */
export class NotAFile extends Data.TaggedError("NotAFile")<{ readonly named: "postgres" | "unknown" }> {
  override get message(): string {
    return this.named === "postgres"
      ? "Only SQLite files are copied and restored here. For PostgreSQL, use pg_dump and pg_restore."
      : "Only SQLite files are copied and restored here. Name the path of a file."
  }
}

/** Refuses what is no path. It is not repeated: an address may hold a password. */
export const sqliteFile = (path: string): Effect.Effect<string, NotAFile> => {
  if (!isNoPath(path)) return Effect.succeed(path)
  return new NotAFile({ named: isPostgresUrl(path.trim()) ? "postgres" : "unknown" })
}
