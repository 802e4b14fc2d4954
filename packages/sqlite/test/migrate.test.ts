import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, Redacted } from "effect"
import { hostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

const known = [{ id: 1, name: "accounts" }]

const migrate = (client: SqlClient.SqlClient) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client)

const tables = (client: SqlClient.SqlClient) =>
  Effect.map(client<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master ORDER BY name`, (rows) => rows)

describe("migrate", () => {
  it.scoped("changes nothing the second time", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* temporaryFile)
      const before = yield* tables(client)
      yield* migrate(client)
      expect(yield* tables(client)).toEqual(before)
    })
  )

  it.scopedLive("is right for clients that migrate the same new file at the same moment", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const clients = yield* Effect.replicateEffect(hostClient(file), 3)
      yield* Effect.forEach(clients, migrate, { concurrency: "unbounded", discard: true })
      for (const client of clients) {
        expect(yield* client`SELECT migration_id, name FROM tollgate_migrations`).toEqual([
          { migration_id: 1, name: "accounts" }
        ])
      }
    })
  )

  it.scoped("lands in its own database, not in the transaction that another client has open", () =>
    Effect.gen(function* () {
      const other = yield* hostClient(yield* temporaryFile)
      const client = yield* hostClient(yield* temporaryFile)
      yield* other.withTransaction(migrate(client))
      expect(yield* tables(other)).toEqual([])
      expect((yield* tables(client)).length).toBeGreaterThan(10)
    })
  )

  const steps = [
    { what: "a step newer than all it knows", applied: [...known, { id: 2, name: "later" }], reason: "newer" },
    { what: "only a newer step", applied: [{ id: 2, name: "later" }], reason: "newer" },
    { what: "a known number under another name", applied: [{ id: 1, name: "other" }], reason: "different" },
    { what: "a step before its first", applied: [{ id: 0, name: "before" }, ...known], reason: "different" }
  ] as const

  for (const { applied, reason, what } of steps) {
    it.scoped(`refuses ${what}, and changes nothing`, () =>
      Effect.gen(function* () {
        const client = yield* migratedClient(yield* temporaryFile)
        yield* client`DELETE FROM tollgate_migrations`
        for (const { id, name } of applied) {
          yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (${id}, ${name})`
        }
        const before = yield* tables(client)
        expect(yield* Effect.flip(migrate(client))).toEqual(new Sql.SchemaRefused({ reason, applied, known }))
        expect(yield* tables(client)).toEqual(before)
        expect(yield* client`SELECT migration_id AS id, name FROM tollgate_migrations ORDER BY id`).toEqual(applied)
      })
    )
  }

  it.scoped("fails as storage does where a step cannot be taken, and leaves nothing half done", () =>
    Effect.gen(function* () {
      const client = yield* hostClient(yield* temporaryFile)
      yield* client`CREATE TABLE workspaces (of TEXT)`
      const before = yield* tables(client)
      expect(yield* Effect.flip(migrate(client))).toBeInstanceOf(StorageFailure)
      expect(yield* tables(client)).toEqual(before)
    })
  )
})

describe("masterKeyCheck", () => {
  const check = (client: SqlClient.SqlClient, byte: number) =>
    Effect.flatMap(Vault.make(Redacted.make(new Uint8Array(32).fill(byte))), (vault) =>
      Sql.masterKeyCheck.pipe(
        Effect.provideService(SqlClient.SqlClient, client),
        Effect.provideService(Vault, vault),
        Effect.as(vault.keyId)
      )
    )

  it.scoped("remembers the first master key, lets it in again and refuses any other", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* temporaryFile)
      const first = yield* check(client, 1)
      expect(yield* check(client, 1)).toBe(first)
      const other = yield* Vault.make(Redacted.make(new Uint8Array(32).fill(2)))
      expect(yield* Effect.flip(check(client, 2))).toEqual(
        new Sql.WrongMasterKey({ storedKeyId: first, givenKeyId: other.keyId })
      )
      expect(yield* client`SELECT value FROM tollgate_meta WHERE name = 'master_key_id'`).toEqual([{ value: first }])
    })
  )
})
