import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, GatewayCaller, getHold, NewHold } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, Redacted, Schema } from "effect"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

const hold = (key: Redacted.Redacted, model: string) =>
  authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 1, models: [model] })).pipe(
    Effect.provideService(GatewayCaller, { organizationId: null })
  )

describe.skipIf(!hasHostClient)("A hold in a transaction that the host rolls back", () => {
  it.scopedLive("leaves nothing behind, and later holds are those of their own keys", () =>
    Effect.gen(function* () {
      const host = yield* migratedClient(yield* temporaryFile)
      const stores = yield* Layer.build(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, host)))
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const { asManager: asOther } = yield* TestAccount.make()
        const one = yield* Effect.provide(createKey(aKey()), asManager)
        const two = yield* Effect.provide(createKey(aKey()), asOther)
        const rolledBack = Effect.zipRight(hold(one.key, "acme/writer"), Effect.fail("undone"))
        yield* Effect.flip(host.withTransaction(rolledBack))
        const held = yield* Effect.forEach([two, one], ({ key }) => hold(key, "acme/writer"))
        const found = yield* Effect.forEach(held, ({ data }) => getHold(data.id)).pipe(
          Effect.provideService(GatewayCaller, { organizationId: null })
        )
        expect(found.map(({ key_hash, workspace_id }) => ({ key_hash, workspace_id }))).toEqual(
          [two, one].map(({ data }) => ({ key_hash: data.hash, workspace_id: data.workspace_id }))
        )
      }).pipe(Effect.provide(stores))
    })
  )
})
