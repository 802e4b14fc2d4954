import { DatabaseRefused } from "@tollgate/sqlite"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** The database does not exist, and this command does not create one. */
export class DatabaseMissing extends Data.TaggedError("DatabaseMissing")<{ readonly file: string }> {
  override get message(): string {
    return `The database ${this.file} does not exist. Name an existing database.`
  }
}

/** Replaces the refusal of a missing database by one that does not advise to create it. */
export const requireExisting = <A, E, R>(use: Effect.Effect<A, E, R>): Effect.Effect<A, E | DatabaseMissing, R> =>
  Effect.mapError(use, (refused) =>
    refused instanceof DatabaseRefused && refused.reason === "missing"
      ? new DatabaseMissing({ file: refused.file })
      : refused
  )
