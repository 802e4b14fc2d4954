import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { Effect, Redacted } from "effect"
import { applied, known, migrate, migratePromises } from "../../sql/test/support/migratePromises.js"
import { hasHostClient, hostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

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
