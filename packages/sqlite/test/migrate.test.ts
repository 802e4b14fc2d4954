import { existsSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import * as Sqlite from "@tollgate/sqlite"
import { Effect, Redacted } from "effect"
import { countedCorrectionsPromises } from "../../sql/test/support/countedCorrectionsPromises.js"
import {
  applied,
  fifthStep,
  known,
  migrate,
  migratePromises,
  take,
  thirdStep
} from "../../sql/test/support/migratePromises.js"
import { notedPruningsPromises } from "../../sql/test/support/notedPruningsPromises.js"
import { usageInScopesPromises } from "../../sql/test/support/usageInScopesPromises.js"
import { hasHostClient, hostClient, migratedClient } from "./support/clients.js"
import { connect, emptyFile, temporaryFile } from "./support/files.js"

const tables = (client: SqlClient.SqlClient) =>
  Effect.map(client<{ name: string; sql: string }>`SELECT name, sql FROM sqlite_master ORDER BY name`, (rows) => rows)

describe.skipIf(!hasHostClient)("migrate", () => {
  migratePromises(Effect.flatMap(temporaryFile, hostClient), tables)
  usageInScopesPromises(Effect.flatMap(temporaryFile, hostClient))
  countedCorrectionsPromises(Effect.flatMap(temporaryFile, hostClient))
  notedPruningsPromises(Effect.flatMap(temporaryFile, hostClient))

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
      [...(sql ?? "").matchAll(/"?(\w+)"? TEXT\s+CHECK \((.*json_valid\(\w+\).*)\)/g)].map(
        ([, column, check]) => [`${name}.${column}`, check] as const
      )
    )
  )

describe.skipIf(!hasHostClient)("The fourth step", () => {
  it.scopedLive("lets null be null in every SQLite, and leaves all else of the schema as it was", () =>
    Effect.gen(function* () {
      const client = yield* hostClient(yield* temporaryFile)
      yield* thirdStep(client)
      // Later steps add tables of their own.
      yield* client`CREATE TEMP TABLE third_step AS SELECT name FROM sqlite_master WHERE type = 'table'`
      const rules = Effect.all([
        client`SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name IN (SELECT name FROM third_step)
          ORDER BY name`,
        client`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (SELECT name FROM third_step)
          AND tbl_name NOT IN ('presets', 'workspace_members') ORDER BY name`,
        client`SELECT t.name AS of, k.* FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS k
          WHERE t.name IN (SELECT name FROM third_step) ORDER BY 1, 2, 3`,
        client`SELECT t.name AS of, c.name, c.type, c."notnull", c.pk FROM sqlite_master AS t
          JOIN pragma_table_info(t.name) AS c WHERE t.name IN (SELECT name FROM third_step) AND c.name NOT LIKE '%_count' AND c.name <> 'checksum'
          ORDER BY 1, 2`
      ])
      const before = yield* rules
      expect((yield* nullableJson(client)).filter(([, check]) => check?.includes("IS NULL OR"))).toEqual([])
      yield* take(client, 4)
      expect(yield* rules).toEqual(before)
      const columns = {
        byok_credentials: ["allowed_models", "allowed_api_key_hashes", "allowed_user_ids"],
        guardrails: ["allowed_models", "ignored_models", "allowed_providers", "ignored_providers"]
      }
      expect(yield* nullableJson(client)).toEqual(
        Object.entries(columns).flatMap(([table, names]) =>
          names.map((name) => [
            `${table}.${name}`,
            `${name} IS NULL OR (json_valid(${name}) AND json_type(${name}) = 'array')`
          ])
        )
      )
      expect(yield* client`PRAGMA foreign_key_check`).toEqual([])
      expect(yield* client`PRAGMA integrity_check`).toEqual([{ integrity_check: "ok" }])
    })
  )
})

describe.skipIf(!hasHostClient)("The sixth step", () => {
  it.scopedLive("creates the table of keys again with every rule that it had", () =>
    Effect.gen(function* () {
      const client = yield* hostClient(yield* temporaryFile)
      yield* fifthStep(client)
      const rules = Effect.all([
        client`SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger')
          AND name NOT IN ('key_secrets_of_key', 'api_keys_first_secret') ORDER BY name`,
        client`SELECT * FROM pragma_foreign_key_list('api_keys')`,
        client`SELECT name, type, "notnull" FROM pragma_table_info('api_keys') WHERE name <> 'id'`
      ])
      const before = yield* rules
      const checks = Effect.map(
        client<{ sql: string }>`SELECT sql FROM sqlite_master WHERE name = 'api_keys'`,
        (rows) => rows.flatMap(({ sql }) => sql.match(/\bCHECK .*/g) ?? [])
      )
      const checked = yield* checks
      expect(checked.length).toBeGreaterThan(20)
      yield* take(client, 6)
      expect(yield* rules).toEqual(before)
      expect(yield* checks).toEqual(checked)
      expect(yield* client`PRAGMA foreign_key_check`).toEqual([])
      expect(yield* client`PRAGMA integrity_check`).toEqual([{ integrity_check: "ok" }])
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
