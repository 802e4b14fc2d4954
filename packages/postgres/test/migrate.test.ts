import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, Redacted } from "effect"
import { applied, known, migratePromises } from "../../sql/test/support/migratePromises.js"
import { hostClient } from "./support/clients.js"
import { freshDatabase } from "./support/databases.js"

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

describe("migrate on PostgreSQL", () => {
  migratePromises(Effect.flatMap(freshDatabase, hostClient), tables)
})
