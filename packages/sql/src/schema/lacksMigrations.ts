import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"
import { knownMigrations } from "./knownMigrations.js"
import { MIGRATIONS_TABLE } from "./migrationsTable.js"

const Applied = Schema.Struct({ migration_id: Schema.Int })

/** Whether a database lacks migrations of this version, as others see it: without a lock. False if it does not say. */
export const lacksMigrations: Effect.Effect<boolean, never, Database> = Effect.gen(function* () {
  const { read, sql } = yield* Database
  const steps = rowReader(sql, Applied)
  const applied = yield* steps.all(read(sql`SELECT ${steps.columns} FROM ${sql(MIGRATIONS_TABLE)}`))
  const ids = new Set(applied.map(({ migration_id }) => migration_id))
  return knownMigrations(sql).some(({ id }) => !ids.has(id))
}).pipe(Effect.orElseSucceed(() => false))
