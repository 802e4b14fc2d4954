import type * as SqlClient from "@effect/sql/SqlClient"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"
import { layer } from "../transaction/makeDatabase.js"
import { compareMigrations, type MigrationStep } from "./compareMigrations.js"
import { type KnownMigration, knownMigrations } from "./knownMigrations.js"
import { createMigrationsTable, MIGRATIONS_TABLE } from "./migrationsTable.js"
import { RowsMissing } from "./RowsMissing.js"
import { SchemaRefused } from "./SchemaRefused.js"

const Applied = Schema.Struct({ migration_id: Schema.Int, name: Schema.String, checksum: Schema.NullOr(Schema.String) })

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

/** Creates the table of applied migrations. */
const createTable = Effect.gen(function* () {
  const { sql, write } = yield* Database
  const integer = sql.onDialectOrElse({ sqlite: () => "INTEGER", orElse: () => "BIGINT" })
  yield* write(sql.unsafe(createMigrationsTable(integer)))
})

const hasTable = (name: string) =>
  Effect.gen(function* () {
    const { read, sql } = yield* Database
    const rows = yield* read(
      sql.onDialectOrElse({
        sqlite: () => sql`SELECT 1 FROM sqlite_master WHERE type = ${"table"} AND name = ${name}`,
        orElse: () => sql`SELECT 1 WHERE to_regclass(${name}) IS NOT NULL`
      })
    )
    return rows.length > 0
  })

/** Runs migrations, one statement after another, and notes each with its checksum. */
const run = (steps: ReadonlyArray<KnownMigration>) =>
  Effect.gen(function* () {
    const { sql, write } = yield* Database
    for (const { checksum, id, name, statements } of steps) {
      for (const statement of statements) yield* write(sql.unsafe(statement))
      yield* write(sql`INSERT INTO ${sql(MIGRATIONS_TABLE)} ${sql.insert({ migration_id: id, name, checksum })}`)
    }
  })

type Migrating = Effect.Effect<ReadonlyArray<MigrationStep>, RowsMissing | SchemaRefused | StorageFailure, Database>

/**
 * Verifies the applied migrations, and runs those that are missing.
 *
 * @param mayMigrate Whether it may run them. If not, a database that lacks some is refused.
 * @param stepsOf The migrations that a database should have.
 */
export const migrating = (mayMigrate: boolean, stepsOf = knownMigrations): Migrating =>
  Effect.gen(function* () {
    const { read, sql, transactUnlimited } = yield* Database
    const rows = rowReader(sql, Applied)
    const applied = Effect.map(
      rows.all(read(sql`SELECT ${rows.columns} FROM ${sql(MIGRATIONS_TABLE)} ORDER BY migration_id`)),
      (found) => found.map(({ checksum, migration_id, name }) => ({ id: migration_id, name, checksum }))
    )
    const steps = stepsOf(sql)
    const known = steps.map(({ checksum, id, name }) => ({ id, name, checksum }))
    return yield* transactUnlimited(
      Effect.gen(function* () {
        yield* alone
        const isNew = !(yield* hasTable(MIGRATIONS_TABLE))
        const before = isNew ? [] : yield* applied
        if (before.length === 0 && (yield* hasTable("tollgate_meta"))) {
          return yield* new RowsMissing({ table: MIGRATIONS_TABLE })
        }
        // Unknown migrations are refused before another migration runs on tables that it does not know.
        const difference = compareMigrations(before, known)
        const missing = steps.slice(before.length)
        const reason = difference ?? (missing.length > 0 && !mayMigrate ? "older" : null)
        if (reason !== null) return yield* new SchemaRefused({ reason, applied: before, known })
        if (isNew) yield* createTable
        yield* run(missing)
        return known.slice(before.length)
      })
    )
  })

/**
 * Verifies that the applied migrations are the first of the known ones, with the same texts, and runs those that are missing.
 * It runs in one transaction that excludes other migrations, so of two processes one waits for the other, and a refusal
 * changes nothing. Returns the migrations that it ran. A database that has all migrations is only read, so its role needs no right to change the schema.
 */
export const migrateWithin: Migrating = migrating(true)

/** The same, but refuses a database that lacks migrations. */
export const requireMigratedWithin: Migrating = migrating(false)

/**
 * The same as `migrateWithin`, over a client alone.
 *
 * @throws {SchemaRefused} if the schema is not this version's.
 * @throws {RowsMissing} if the database lost rows.
 * @throws {StorageFailure} if the database fails.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<MigrationStep>,
  RowsMissing | SchemaRefused | StorageFailure,
  SqlClient.SqlClient
> = Effect.provide(migrateWithin, layer)
