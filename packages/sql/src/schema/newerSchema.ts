import * as Effect from "effect/Effect"
import { Database } from "../transaction/Database.js"
import { knownMigrations } from "./knownMigrations.js"
import { MIGRATIONS_TABLE } from "./migrationsTable.js"

/** Warns an operator if a newer version has migrated the database since it was opened. One look-up by the primary key. */
export const newerSchema: Effect.Effect<Effect.Effect<ReadonlyArray<string>>, never, Database> = Effect.map(
  Database,
  ({ read, sql }) => {
    const newest = Math.max(...knownMigrations(sql).map(({ id }) => id))
    const unknown = sql`SELECT 1 FROM ${sql(MIGRATIONS_TABLE)} WHERE migration_id > ${newest} LIMIT 1`
    return Effect.match(read(unknown), {
      // Whether the database can be read is for the check to say.
      onFailure: () => [],
      onSuccess: (rows) =>
        rows.length === 0
          ? []
          : ["A newer version of Tollgate has migrated the database. Replace this process by that version."]
    })
  }
)
