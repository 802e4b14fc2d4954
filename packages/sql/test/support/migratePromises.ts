import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { Effect, type Scope } from "effect"
import { checksumOf } from "../../src/schema/checksumOf.js"
import { type KnownMigration, knownMigrations } from "../../src/schema/knownMigrations.js"
import { migrating } from "../../src/schema/migrate.js"
import { layer } from "../../src/transaction/makeDatabase.js"

export const known = [{ id: 1, name: "baseline" }]

const later = { id: 1 + Math.max(...known.map(({ id }) => id)), name: "later" }

const unlike = [
  { what: "a step newer than all it knows", applied: [...known, later], reason: "newer" },
  { what: "only a newer step", applied: [later], reason: "newer" },
  { what: "a known number under another name", applied: [{ id: 1, name: "other" }], reason: "different" },
  { what: "a step before its first", applied: [{ id: 0, name: "before" }, ...known], reason: "different" },
  {
    what: "the steps of before the first release",
    applied: [
      { id: 1, name: "accounts" },
      { id: 39, name: "shown_keys" }
    ],
    reason: "unreleased"
  }
] as const

export const migrate = (client: SqlClient.SqlClient) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client)

/** The steps that a database has taken. */
export const applied = (client: SqlClient.SqlClient) =>
  client`SELECT CAST(migration_id AS INTEGER) AS id, name FROM tollgate_migrations ORDER BY 1`

const checksums = (client: SqlClient.SqlClient) =>
  client`SELECT CAST(migration_id AS INTEGER) AS id, checksum FROM tollgate_migrations ORDER BY 1`

/** Migrates a database as a version does that knows one step more. */
const migrateFurther = (client: SqlClient.SqlClient, statements: ReadonlyArray<string>, mayMigrate = true) => {
  const step: KnownMigration = { ...later, statements, checksum: checksumOf(statements) }
  return migrating(mayMigrate, (sql) => [...knownMigrations(sql), step]).pipe(
    Effect.provide(layer),
    Effect.provideService(SqlClient.SqlClient, client)
  )
}

const further = ["CREATE TABLE later (n INTEGER)", "INSERT INTO later (n) VALUES (1)"]

/** What `migrate` promises on every database: a client on a new one, and what tables one has. */
export const migratePromises = <E>(
  fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>,
  tables: (client: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>
) => {
  const migrated = Effect.tap(fresh, migrate)

  it.scopedLive("creates its tables beside those of the host", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* client`CREATE TABLE invoices (id INTEGER PRIMARY KEY, total INTEGER NOT NULL)`
      yield* client`INSERT INTO invoices (id, total) VALUES (1, 5)`
      yield* migrate(client)
      expect(yield* applied(client)).toEqual(known)
      expect(yield* client`SELECT id, total FROM invoices`).toEqual([{ id: 1, total: 5 }])
    })
  )

  it.scopedLive("changes nothing the second time", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      const before = yield* tables(client)
      yield* migrate(client)
      expect(yield* tables(client)).toEqual(before)
      expect(yield* applied(client)).toEqual(known)
    })
  )

  it.scopedLive("takes only the steps that a database lacks, once, and keeps its rows", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      yield* client`UPDATE tollgate_meta SET value = 'of a key' WHERE name = 'master_key_id'`
      const rows = client`SELECT name, value FROM tollgate_meta ORDER BY name`
      const before = yield* rows
      expect(yield* migrateFurther(client, further)).toEqual([{ ...later, checksum: checksumOf(further) }])
      expect(yield* migrateFurther(client, further)).toEqual([])
      expect(yield* rows).toEqual(before)
      expect(yield* client`SELECT n FROM later`).toEqual([{ n: 1 }])
      expect(yield* applied(client)).toEqual([...known, later])
      const [first] = knownMigrations(client)
      expect(yield* checksums(client)).toEqual([
        { id: 1, checksum: first?.checksum },
        { id: later.id, checksum: checksumOf(further) }
      ])
    })
  )

  it.scopedLive("leaves nothing of a step that fails amid its statements", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      const before = yield* tables(client)
      const failing = migrateFurther(client, [...further, "INSERT INTO missing (n) VALUES (1)"])
      expect(yield* Effect.flip(failing)).toMatchObject({ _tag: "StorageFailure" })
      expect(yield* tables(client)).toEqual(before)
      expect(yield* applied(client)).toEqual(known)
    })
  )

  it.scopedLive("refuses a database that lacks a step, if it may take none, and changes nothing", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      const before = yield* tables(client)
      expect(yield* Effect.flip(migrateFurther(client, further, false))).toMatchObject({
        _tag: "SchemaRefused",
        reason: "older",
        applied: known,
        known: [...known, later]
      })
      expect(yield* tables(client)).toEqual(before)
    })
  )

  for (const checksum of ["of another text", null]) {
    it.scopedLive(
      `refuses a step with ${checksum === null ? "no checksum" : "another text"}, and changes nothing`,
      () =>
        Effect.gen(function* () {
          const client = yield* migrated
          yield* client`UPDATE tollgate_migrations SET checksum = ${checksum}`
          const before = yield* tables(client)
          expect(yield* Effect.flip(migrateFurther(client, further))).toMatchObject({
            _tag: "SchemaRefused",
            reason: "edited",
            applied: known.map((step) => ({ ...step, checksum }))
          })
          expect(yield* tables(client)).toEqual(before)
          expect(yield* checksums(client)).toEqual([{ id: 1, checksum }])
        })
    )
  }

  it.scopedLive("lands in its own database, not in the transaction that another client has open", () =>
    Effect.gen(function* () {
      const other = yield* fresh
      const client = yield* fresh
      yield* other.withTransaction(migrate(client))
      expect(yield* tables(other)).toEqual([])
      expect((yield* tables(client)).length).toBeGreaterThan(10)
    })
  )

  for (const { applied: steps, reason, what } of unlike) {
    it.scopedLive(`refuses ${what}, and changes nothing`, () =>
      Effect.gen(function* () {
        const client = yield* migrated
        yield* client`DELETE FROM tollgate_migrations`
        for (const { id, name } of steps) {
          yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (${id}, ${name})`
        }
        const before = yield* tables(client)
        expect(yield* Effect.flip(migrate(client))).toMatchObject({
          _tag: "SchemaRefused",
          reason,
          applied: steps,
          known
        })
        expect(yield* tables(client)).toEqual(before)
        expect(yield* applied(client)).toEqual(steps)
      })
    )
  }

  it.scopedLive("fails as storage does where a step cannot be taken, and leaves nothing half done", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* client`CREATE TABLE workspaces (of_another_application TEXT)`
      const before = yield* tables(client)
      expect(yield* Effect.flip(migrate(client))).toBeInstanceOf(StorageFailure)
      expect(yield* tables(client)).toEqual(before)
    })
  )
}
