import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { Effect, type Scope } from "effect"

const known = [
  { id: 1, name: "accounts" },
  { id: 2, name: "management" }
]

const unlike = [
  { what: "a step newer than all it knows", applied: [...known, { id: 3, name: "later" }], reason: "newer" },
  { what: "only a newer step", applied: [{ id: 3, name: "later" }], reason: "newer" },
  { what: "a known number under another name", applied: [{ id: 1, name: "other" }], reason: "different" },
  { what: "a step before its first", applied: [{ id: 0, name: "before" }, ...known], reason: "different" }
] as const

export const migrate = (client: SqlClient.SqlClient) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client)

/** The steps that a database has taken. */
export const applied = (client: SqlClient.SqlClient) =>
  client`SELECT CAST(migration_id AS INTEGER) AS id, name FROM tollgate_migrations ORDER BY 1`

/** What `migrate` promises on every database: a client on a new one, and what tables one has. */
export const migratePromises = <E>(
  fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>,
  tables: (client: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>
) => {
  const migrated = Effect.tap(fresh, migrate)

  it.scopedLive("changes nothing the second time", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      const before = yield* tables(client)
      yield* migrate(client)
      expect(yield* tables(client)).toEqual(before)
      expect(yield* applied(client)).toEqual(known)
    })
  )

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
        expect(yield* Effect.flip(migrate(client))).toEqual(new Sql.SchemaRefused({ reason, applied: steps, known }))
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
