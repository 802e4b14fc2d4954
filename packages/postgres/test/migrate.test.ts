import { randomUUID } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { countedCorrectionsPromises } from "../../sql/test/support/countedCorrectionsPromises.js"
import {
  applied,
  fifthStep,
  known,
  migrate,
  migratePromises,
  secrets,
  thirdStep
} from "../../sql/test/support/migratePromises.js"
import { notedPruningsPromises } from "../../sql/test/support/notedPruningsPromises.js"
import { usageInScopesPromises } from "../../sql/test/support/usageInScopesPromises.js"
import { hostClient, migratedClient } from "./support/clients.js"
import { connect, freshDatabase, query, server } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const prepare = (client: SqlClient.SqlClient, byte: number) =>
  Effect.flatMap(Vault.make(Redacted.make(new Uint8Array(32).fill(byte))), (vault) =>
    Sql.prepare.pipe(
      Effect.provideService(SqlClient.SqlClient, client),
      Effect.provideService(Vault, vault),
      Effect.as(vault.keyId)
    )
  )

const tables = (client: SqlClient.SqlClient) =>
  client`SELECT oid::int, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname`

describe("prepare on PostgreSQL", () => {
  it.scopedLive("is right for machines that start on the same new database at the same moment", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const client = yield* hostClient(url)
      const clients = [client, ...(yield* Effect.replicateEffect(hostClient(url), 5))]
      const ids = yield* Effect.forEach(clients, (client) => prepare(client, 1), { concurrency: "unbounded" })
      expect(yield* applied(client)).toEqual(known)
      expect(yield* client`SELECT name, value FROM tollgate_meta WHERE name = 'master_key_id'`).toEqual([
        { name: "master_key_id", value: ids[0] }
      ])
    })
  )

  it.scopedLive("lets one of two master keys have a new database", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const clients = yield* Effect.replicateEffect(hostClient(url), 2)
      const outcomes = yield* Effect.forEach(clients, (client, n) => Effect.either(prepare(client, n)), {
        concurrency: "unbounded"
      })
      expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"])
    })
  )

  it.scopedLive("changes nothing the second time, and refuses any other master key", () =>
    Effect.gen(function* () {
      const client = yield* hostClient(yield* freshDatabase)
      const storedKeyId = yield* prepare(client, 1)
      const before = yield* tables(client)
      yield* prepare(client, 1)
      const givenKeyId = (yield* Vault.make(Redacted.make(new Uint8Array(32).fill(2)))).keyId
      expect(yield* Effect.flip(prepare(client, 2))).toEqual(new Sql.WrongMasterKey({ storedKeyId, givenKeyId }))
      expect(yield* tables(client)).toEqual(before)
    })
  )

  for (const table of ["tollgate_meta", "tollgate_migrations"]) {
    it.scopedLive(`calls a database emptied whose ${table} has lost its rows, and adopts it for no key`, () =>
      Effect.gen(function* () {
        const client = yield* hostClient(yield* freshDatabase)
        yield* prepare(client, 1)
        yield* client`DELETE FROM ${client(table)}`
        expect(yield* Effect.flip(prepare(client, 1))).toEqual(new Sql.RowsMissing({ table }))
        expect(yield* client`SELECT * FROM ${client(table)}`).toEqual([])
      })
    )
  }
})

/** A role without any right. It goes with its scope. */
const aRole = Effect.gen(function* () {
  const { url } = yield* server
  const name = `role_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(query(url("postgres"), `CREATE ROLE ${name}`), () =>
    query(url("postgres"), `DROP ROLE ${name}`)
  )
  return name
})

describe("migrate on PostgreSQL", () => {
  it.scopedLive("needs no right to change the schema of a database that has all steps", () =>
    Effect.gen(function* () {
      const role = yield* aRole
      const url = yield* freshDatabase
      const owner = yield* migratedClient(url)
      yield* owner`REVOKE CREATE ON SCHEMA public FROM PUBLIC`
      yield* owner.unsafe(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
      yield* owner`UPDATE tollgate_migrations SET checksum = NULL WHERE migration_id = 1`
      const client = yield* hostClient(`${url}?options=${encodeURIComponent(`-c role=${role}`)}`)
      expect(yield* client`SELECT current_user AS role`).toEqual([{ role }])
      yield* prepare(client, 1)
      expect(yield* applied(client)).toEqual(known)
      expect(yield* client`SELECT 1 FROM tollgate_migrations WHERE checksum IS NULL`).toEqual([])
      yield* Effect.flip(client`CREATE TABLE another (id BIGINT)`)
    })
  )

  it.scopedLive("is refused to a role that may not read each of its tables", () =>
    Effect.gen(function* () {
      const role = yield* aRole
      const url = yield* freshDatabase
      const owner = yield* migratedClient(url)
      yield* owner.unsafe(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
      yield* owner.unsafe(`REVOKE SELECT ON workspaces FROM ${role}`)
      const opening = Layer.build(inDatabase(`${url}?options=${encodeURIComponent(`-c role=${role}`)}`))
      expect(yield* Effect.flip(opening)).toMatchObject({ _tag: "PostgresRefused", reason: "not_permitted" })
    })
  )

  it.scopedLive("counts what another connection stores while the triggers are made", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const client = yield* hostClient(url)
      yield* thirdStep(client)
      const other = yield* connect(url)
      const changed = JSON.stringify({ id: randomUUID(), slug: "meanwhile" })
      yield* Effect.promise(() => other.query("BEGIN"))
      yield* Effect.promise(() =>
        other.query("INSERT INTO presets SELECT (jsonb_populate_record(p, $1::jsonb)).* FROM presets p LIMIT 1", [
          changed
        ])
      )
      const migrating = yield* Effect.fork(migrate(client))
      yield* Effect.repeat(query(url, "SELECT 1 FROM pg_locks WHERE NOT granted"), { until: (rows) => rows.length > 0 })
      yield* Effect.promise(() => other.query("COMMIT"))
      yield* Fiber.join(migrating)
      const sizes = client`SELECT sum(size)::int AS size FROM list_sizes WHERE list = 'presets'`
      expect(yield* sizes).toEqual(yield* client`SELECT count(*)::int AS size FROM presets`)
    })
  )

  it.scopedLive("keeps the secret of a key that another connection creates meanwhile", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const client = yield* hostClient(url)
      yield* fifthStep(client)
      const other = yield* connect(url)
      const changed = JSON.stringify({ hash: "f".repeat(64) })
      yield* Effect.promise(() => other.query("BEGIN"))
      yield* Effect.promise(() =>
        other.query("INSERT INTO api_keys SELECT (jsonb_populate_record(k, $1::jsonb)).* FROM api_keys k LIMIT 1", [
          changed
        ])
      )
      const migrating = yield* Effect.fork(migrate(client))
      yield* Effect.repeat(query(url, "SELECT 1 FROM pg_locks WHERE NOT granted"), { until: (rows) => rows.length > 0 })
      yield* Effect.promise(() => other.query("COMMIT"))
      yield* Fiber.join(migrating)
      expect(yield* secrets(client)).toEqual(
        ["a", "b", "f"].map((letter) => ({ secret_hash: letter.repeat(64), hash: letter.repeat(64), until: null }))
      )
    })
  )

  migratePromises(Effect.flatMap(freshDatabase, hostClient), tables)
  usageInScopesPromises(Effect.flatMap(freshDatabase, hostClient))
  countedCorrectionsPromises(Effect.flatMap(freshDatabase, hostClient))
  notedPruningsPromises(Effect.flatMap(freshDatabase, hostClient))
})
