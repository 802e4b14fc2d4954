import * as Migrator from "@effect/sql/Migrator"
import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { compareSteps, type MigrationStep } from "./compareSteps.js"
import { Database, layer } from "./Database.js"
import { migrations } from "./migrations/index.js"
import { rowReader } from "./rowReader.js"

/**
 * The database's schema is not the one that this version was made for: `newer` than all it knows, with a `gap` where a
 * step is missing, or `different` under the same number.
 */
export class SchemaRefused extends Data.TaggedError("SchemaRefused")<{
  readonly reason: "newer" | "gap" | "different"
  readonly applied: ReadonlyArray<MigrationStep>
  readonly known: ReadonlyArray<MigrationStep>
}> {}

const table = "tollgate_migrations"
const Applied = Schema.Struct({ migration_id: Schema.Int, name: Schema.String })

const known: ReadonlyArray<MigrationStep> = Object.keys(migrations).map((key) => {
  const [id = "", ...name] = key.split("_")
  return { id: Number(id), name: name.join("_") }
})

/**
 * Brings the schema up to this version, then proves it: the set of steps applied is the set known. All of it is one
 * transaction that holds the write lock, so of two processes one migrates and the other waits, and a refusal changes
 * nothing.
 */
export const migrateWithin: Effect.Effect<void, SchemaRefused | StorageFailure, Database> = Effect.gen(function* () {
  const { read, sql, transact, withClient } = yield* Database
  const steps = rowReader(sql, Applied)
  const run = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table }).pipe(
    withClient,
    Effect.sandbox,
    Effect.mapError((cause) => new StorageFailure({ cause }))
  )
  yield* transact(
    Effect.gen(function* () {
      yield* run
      const rows = yield* steps.all(read(sql`SELECT ${steps.columns} FROM ${sql(table)} ORDER BY migration_id`))
      const applied = rows.map(({ migration_id, name }) => ({ id: migration_id, name }))
      const reason = compareSteps(applied, known)
      if (reason !== null) return yield* new SchemaRefused({ reason, applied, known })
    })
  )
})

/** `migrateWithin` over a client alone. */
export const migrate: Effect.Effect<void, SchemaRefused | StorageFailure, SqlClient.SqlClient> = Effect.provide(
  migrateWithin,
  layer
)
