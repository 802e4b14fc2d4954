import { isNoPath, isPostgresUrl } from "@tollgate/postgres/address"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The argument is not the path of a file but the address of a PostgreSQL database, or an unknown address. */
export class NotAFile extends Data.TaggedError("NotAFile")<{ readonly named: "postgres" | "unknown" }> {
  override get message(): string {
    return this.named === "postgres"
      ? "This command copies and restores SQLite files. For PostgreSQL, use pg_dump and pg_restore."
      : "This command copies and restores SQLite files. Name the path of a file."
  }
}

/** Refuses an address. The message does not repeat it, because it may hold a password. */
export const sqliteFile = (path: string): Effect.Effect<string, NotAFile> => {
  if (!isNoPath(path)) return Effect.succeed(path)
  return new NotAFile({ named: isPostgresUrl(path.trim()) ? "postgres" : "unknown" })
}
