import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import {
  authorize,
  createKey,
  GatewayCaller,
  getHold,
  LedgerCaller,
  NewHold,
  Usd,
  verifySpending
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { admission, own, refsOf, START } from "../../sql/test/support/holds.js"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

const hold = (key: Redacted.Redacted, model: string) =>
  authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 1, models: [model] })).pipe(
    Effect.provideService(GatewayCaller, { organizationId: null })
  )

const opened = Effect.gen(function* () {
  const host = yield* migratedClient(yield* temporaryFile)
  const stores = yield* Layer.build(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, host)))
  return { host, stores }
})

describe.skipIf(!hasHostClient)("A hold in a transaction of the host", () => {
  it.scopedLive("has its amounts to the nano-dollar, also those that a double would round", () =>
    Effect.gen(function* () {
      const { host, stores } = yield* opened
      yield* Effect.gen(function* () {
        const store = yield* SpendingStore
        const amount = Usd.Usd.make(2n ** 53n + 1n)
        const { terms, ...rest } = admission(own, 1)
        const named = { id: terms.id, organization_id: own }
        const amounts = Effect.map(store.scopes([refsOf(own)[0]], START), (scopes) =>
          scopes.map(({ own }) => [own.held.lifetime, own.spent.lifetime])
        )
        yield* host.withTransaction(store.admit({ terms: { ...terms, asked: amount }, ...rest }))
        expect(yield* amounts).toEqual([[amount, 0n]])
        const settlement = {
          cost: amount,
          is_byok: false,
          credential_id: null,
          model: null,
          provider: null,
          basis: null
        }
        const tokens = { input_tokens: 0, output_tokens: 0 }
        yield* host.withTransaction(store.settle(named, { ...settlement, ...tokens }, START))
        expect(yield* amounts).toEqual([[0n, amount]])
        const found = Option.getOrThrow(yield* store.find(named))
        expect([found.asked, found.amount, found.cost]).toEqual([amount, amount, amount])
        expect((yield* verifySpending()).differences).toEqual([])
      }).pipe(Effect.provide(stores))
    })
  )
})

describe.skipIf(!hasHostClient)("A hold in a transaction that the host rolls back", () => {
  it.scopedLive("leaves nothing behind, and later holds are those of their own keys", () =>
    Effect.gen(function* () {
      const { host, stores } = yield* opened
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const { asManager: asOther } = yield* TestAccount.make()
        const one = yield* Effect.provide(createKey(aKey()), asManager)
        const two = yield* Effect.provide(createKey(aKey()), asOther)
        const rolledBack = Effect.zipRight(hold(one.key, "acme/writer"), Effect.fail("undone"))
        yield* Effect.flip(host.withTransaction(rolledBack))
        const held = yield* Effect.forEach([two, one], ({ key }) => hold(key, "acme/writer"))
        const found = yield* Effect.forEach(held, ({ data }) => getHold(data.id)).pipe(
          Effect.provideService(LedgerCaller, { organizationId: null })
        )
        expect(found.map(({ data: { key_hash, workspace_id } }) => ({ key_hash, workspace_id }))).toEqual(
          [two, one].map(({ data }) => ({ key_hash: data.hash, workspace_id: data.workspace_id }))
        )
      }).pipe(Effect.provide(stores))
    })
  )
})
