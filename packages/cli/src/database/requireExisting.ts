import { DatabaseRefused } from "@tollgate/sqlite"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** There is no database of this name, and this command creates none. */
export class DatabaseMissing extends Data.TaggedError("DatabaseMissing")<{ readonly file: string }> {
  override get message(): string {
    return `The database ${this.file} does not exist. Name an existing database.`
  }
}

/** Says of a database that is missing only what can be done about it where none may be created. */
export const requireExisting = <A, E, R>(use: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseMissing, R> =>
  Effect.mapError(use, (refused) =>
    refused instanceof DatabaseRefused && refused.reason === "missing"
      ? new DatabaseMissing({ file: refused.file })
      : refused
  )
