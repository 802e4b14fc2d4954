import * as Migrator from "@effect/sql/Migrator"
import type * as SqlClient from "@effect/sql/SqlClient"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { newestOnSqlite } from "../migrations/newestOnSqlite.js"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"
import { layer } from "../transaction/makeDatabase.js"
import { compareMigrations, type MigrationStep } from "./compareMigrations.js"
import { knownMigrations, runStatements } from "./knownMigrations.js"
import { createMigrationsTable, MIGRATIONS_TABLE } from "./migrationsTable.js"
import { pinChecksums } from "./pinChecksums.js"
import { RowsMissing } from "./RowsMissing.js"
import { SchemaRefused } from "./SchemaRefused.js"
import { sealEntries } from "./sealEntries.js"

const Applied = Schema.Struct({ migration_id: Schema.Int, name: Schema.String })

/** The first migration after which the database has checksums. */
const PINNED = 4

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

/** Creates the table of applied migrations. The migrator's own look-up would abort PostgreSQL's transaction. */
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

/** Runs the migrations that are missing. */
const migrateTables = Effect.gen(function* () {
  const { sql, withClient } = yield* Database
  const steps = knownMigrations(sql).map(({ key, statements }) => [key, runStatements(sql, statements)])
  const loader = Migrator.fromRecord(Object.fromEntries(steps))
  return yield* Migrator.make({})({ loader, table: MIGRATIONS_TABLE }).pipe(
    withClient,
    Effect.sandbox,
    Effect.mapError((cause) => new StorageFailure({ cause, outcome: "none" }))
  )
})

/** Creates the schema of this version in a database without one, if its statements are known: by the migrations it takes much longer. */
const createNewest = Effect.gen(function* () {
  const { sql, write } = yield* Database
  const newest = sql.onDialectOrElse({ sqlite: () => newestOnSqlite, orElse: () => null })
  if (newest === null) return yield* Effect.zipRight(createTable, migrateTables)
  for (const statement of newest) yield* write(sql.unsafe(statement))
  const rows = knownMigrations(sql).map(({ checksum, id, name }) => ({ migration_id: id, name, checksum }))
  yield* write(sql`INSERT INTO ${sql(MIGRATIONS_TABLE)} ${sql.insert(rows)}`)
})

type Migrating = Effect.Effect<ReadonlyArray<MigrationStep>, RowsMissing | SchemaRefused | StorageFailure, Database>

const migrating = (mayMigrate: boolean): Migrating =>
  Effect.gen(function* () {
    const database = yield* Database
    const { read, sql, transactUnlimited } = database
    const steps = rowReader(sql, Applied)
    const applied = Effect.map(
      steps.all(read(sql`SELECT ${steps.columns} FROM ${sql(MIGRATIONS_TABLE)} ORDER BY migration_id`)),
      (rows) => rows.map(({ migration_id, name }) => ({ id: migration_id, name }))
    )
    const pinned = knownMigrations(sql).map(({ checksum, id, name }) => ({ id, name, checksum }))
    const known = pinned.map(({ id, name }) => ({ id, name }))
    const judge = (applied: ReadonlyArray<MigrationStep>, expected: ReadonlyArray<MigrationStep>) => {
      const reason = compareMigrations(applied, expected)
      return reason === null ? Effect.void : Effect.fail(new SchemaRefused({ reason, applied, known }))
    }
    return yield* transactUnlimited(
      Effect.gen(function* () {
        yield* alone
        const isNew = !(yield* hasTable(MIGRATIONS_TABLE))
        const before = isNew ? [] : yield* applied
        if (before.length === 0 && (yield* hasTable("tollgate_meta"))) {
          return yield* new RowsMissing({ table: MIGRATIONS_TABLE })
        }
        // Unknown migrations are refused before another migration runs on tables that it does not know.
        yield* judge(before, known.slice(0, before.length))
        if (before.length >= PINNED) yield* pinChecksums(pinned.slice(0, before.length))
        if (before.length === known.length) return []
        if (!mayMigrate) return yield* new SchemaRefused({ reason: "older", applied: before, known })
        // A migration may have written audit entries.
        yield* isNew ? createNewest : Effect.zipRight(migrateTables, sealEntries(database))
        yield* judge(yield* applied, known)
        yield* pinChecksums(pinned)
        return known.slice(before.length)
      })
    )
  })

/**
 * Migrates the schema to this version, then verifies that the applied migrations are the known ones, with the same texts.
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
