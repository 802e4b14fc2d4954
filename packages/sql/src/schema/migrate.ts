import * as Migrator from "@effect/sql/Migrator"
import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { migrations } from "../migrations/index.js"
import { rowReader } from "../table/rowReader.js"
import { Database, layer } from "../transaction/Database.js"
import { compareMigrations, type MigrationStep } from "./compareMigrations.js"
import { RowsMissing } from "./RowsMissing.js"

/**
 * The schema of the database is not this version's: `newer` than all known migrations, with a `gap` where one is
 * missing, or `different` under the same number.
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

/** An arbitrary number that all versions of Tollgate share. */
const ADVISORY_LOCK = 0x746c6774

/** Blocks other migrations until the transaction ends. */
const alone = Effect.gen(function* () {
  const { sql, write } = yield* Database
  yield* sql.onDialectOrElse({
    pg: () =>
      // After the wait for the lock, each statement must see what was committed meanwhile.
      Effect.zipRight(
        write(sql`SET TRANSACTION ISOLATION LEVEL READ COMMITTED`),
        write(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`)
      ),
    // On SQLite a writing transaction is alone from its beginning.
    orElse: () => Effect.void
  })
})

/**
 * The table of applied migrations. Created here, because the migrator's own look-up would abort PostgreSQL's
 * transaction.
 */
const createTable = Effect.gen(function* () {
  const { sql, write } = yield* Database
  const integer = sql.onDialectOrElse({ sqlite: () => sql`INTEGER`, orElse: () => sql`BIGINT` })
  yield* write(sql`CREATE TABLE IF NOT EXISTS ${sql(table)} (
  migration_id ${integer} NOT NULL PRIMARY KEY,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name VARCHAR(255) NOT NULL
)`)
})

/** Whether the first migration was ever applied, whatever the table of migrations says. */
const hasAccounts = Effect.gen(function* () {
  const { read, sql } = yield* Database
  const rows = yield* read(
    sql.onDialectOrElse({
      sqlite: () => sql`SELECT 1 FROM sqlite_master WHERE type = ${"table"} AND name = ${"tollgate_meta"}`,
      orElse: () => sql`SELECT 1 WHERE to_regclass(${"tollgate_meta"}) IS NOT NULL`
    })
  )
  return rows.length > 0
})

const judge = (applied: ReadonlyArray<MigrationStep>, expected: ReadonlyArray<MigrationStep>) => {
  const reason = compareMigrations(applied, expected)
  return reason === null ? Effect.void : Effect.fail(new SchemaRefused({ reason, applied, known }))
}

/**
 * Migrates the schema to this version, then verifies that the applied migrations are the known ones. It runs in one
 * transaction that excludes other migrations, so of two processes one waits for the other, and a refusal changes
 * nothing.
 */
export const migrateWithin: Effect.Effect<void, RowsMissing | SchemaRefused | StorageFailure, Database> = Effect.gen(
  function* () {
    const { read, sql, transact, withClient } = yield* Database
    const steps = rowReader(sql, Applied)
    const applied = Effect.map(
      steps.all(read(sql`SELECT ${steps.columns} FROM ${sql(table)} ORDER BY migration_id`)),
      (rows) => rows.map(({ migration_id, name }) => ({ id: migration_id, name }))
    )
    const run = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table }).pipe(
      withClient,
      Effect.sandbox,
      Effect.mapError((cause) => new StorageFailure({ cause }))
    )
    yield* transact(
      Effect.gen(function* () {
        yield* alone
        yield* createTable
        const before = yield* applied
        if (before.length === 0 && (yield* hasAccounts)) return yield* new RowsMissing({ table })
        // Unknown migrations are refused before another migration runs on tables that it does not know.
        yield* judge(before, known.slice(0, before.length))
        yield* run
        yield* judge(yield* applied, known)
      })
    )
  }
)

/**
 * The same as `migrateWithin`, over a client alone.
 *
 * @throws {SchemaRefused} if the schema is not this version's.
 * @throws {RowsMissing} if the database lost rows.
 * @throws {StorageFailure} if the database fails.
 */
export const migrate: Effect.Effect<void, RowsMissing | SchemaRefused | StorageFailure, SqlClient.SqlClient> =
  Effect.provide(migrateWithin, layer)
