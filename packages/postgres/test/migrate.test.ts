import { randomUUID } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, Layer, Redacted } from "effect"
import { applied, known, migratePromises } from "../../sql/test/support/migratePromises.js"
import { schemaPromises } from "../../sql/test/support/schemaPromises.js"
import { hostClient, migratedClient } from "./support/clients.js"
import { freshDatabase, query, server } from "./support/databases.js"
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
      const client = yield* hostClient(`${url}?options=${encodeURIComponent(`-c role=${role}`)}`)
      expect(yield* client`SELECT current_user AS role`).toEqual([{ role }])
      yield* prepare(client, 1)
      expect(yield* applied(client)).toEqual(known)
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

  migratePromises(Effect.flatMap(freshDatabase, hostClient), tables)
})

describe("The tables on PostgreSQL", () => {
  schemaPromises(Effect.flatMap(freshDatabase, migratedClient))
})
