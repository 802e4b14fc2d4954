import { existsSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import * as Sqlite from "@tollgate/sqlite"
import { Effect, Redacted } from "effect"
import { applied, known, migrate, migratePromises } from "../../sql/test/support/migratePromises.js"
import { schemaPromises } from "../../sql/test/support/schemaPromises.js"
import { hasHostClient, hostClient, migratedClient } from "./support/clients.js"
import { connect, emptyFile, temporaryFile } from "./support/files.js"

const tables = (client: SqlClient.SqlClient) =>
  Effect.map(client<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master ORDER BY name`, (rows) => rows)

describe.skipIf(!hasHostClient)("migrate", () => {
  migratePromises(Effect.flatMap(temporaryFile, hostClient), tables)

  it.scopedLive("is right for clients that migrate the same new file at the same moment", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const clients = yield* Effect.replicateEffect(hostClient(file), 3)
      yield* Effect.forEach(clients, migrate, { concurrency: "unbounded", discard: true })
      for (const client of clients) expect(yield* applied(client)).toEqual(known)
    })
  )
})

describe("migrate of a file", () => {
  it.scopedLive("refuses one of a newer version under its own name", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const other = yield* connect(file)
      other.exec("INSERT INTO tollgate_migrations (migration_id, name) VALUES (9999, 'future')")
      expect(yield* Effect.flip(Sqlite.migrate(file))).toMatchObject({
        _tag: "DatabaseRefused",
        file,
        reason: "newer_schema"
      })
    })
  )

  it.scopedLive("refuses one that does not exist, and makes none", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      expect(yield* Effect.flip(Sqlite.migrate(file))).toMatchObject({
        _tag: "DatabaseRefused",
        reason: "missing",
        file
      })
      expect(existsSync(file)).toBe(false)
    })
  )
})

/** The checks of JSON columns that may be null, as the schema states them. */
const nullableJson = (client: SqlClient.SqlClient) =>
  Effect.map(tables(client), (rows) =>
    rows.flatMap(({ name, sql }) =>
      [...(sql ?? "").matchAll(/"?(\w+)"? TEXT CHECK \((.*json_valid\(\w+\).*)\)/g)].map(
        ([, column, check]) => [`${name}.${column}`, check] as const
      )
    )
  )

describe.skipIf(!hasHostClient)("The tables of a file", () => {
  schemaPromises(Effect.flatMap(temporaryFile, migratedClient))

  it.scopedLive("let null be null in every SQLite", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* temporaryFile)
      const columns = {
        byok_credentials: ["allowed_models", "allowed_api_key_hashes", "allowed_user_ids"],
        guardrails: ["allowed_models", "ignored_models", "allowed_providers", "ignored_providers"],
        organizations: ["alert_thresholds"],
        webhooks: ["kinds", "scopes"]
      }
      expect(yield* nullableJson(client)).toEqual(
        Object.entries(columns).flatMap(([table, names]) =>
          names.map((name) => [
            `${table}.${name}`,
            `${name} IS NULL OR (json_valid(${name}) AND json_type(${name}) = 'array')`
          ])
        )
      )
    })
  )
})

describe.skipIf(!hasHostClient)("masterKeyCheck", () => {
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
