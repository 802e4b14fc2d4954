import { expect, it } from "@effect/vitest"
import { KeyHash } from "@tollgate/core"
import { type ScopeRef, SpendingStore, Transaction } from "@tollgate/core/storage"
import { TestAccount } from "@tollgate/testing/accounts"
import { Effect, Layer } from "effect"
import { connect, migratedDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

it.scopedLive("More scopes are locked than a statement can name: those that exist, until the transaction ends", () =>
  Effect.gen(function* () {
    const url = yield* migratedDatabase
    const stores = yield* Layer.buildWithScope(inDatabase(url), yield* Effect.scope)
    const other = yield* connect(url)
    const free = Effect.promise(async () => {
      const { rowCount } = await other.query("SELECT 1 FROM spending_scopes WHERE kind = 'key' FOR UPDATE SKIP LOCKED")
      return rowCount
    })
    yield* Effect.gen(function* () {
      const { organization } = yield* TestAccount.make()
      const spending = yield* SpendingStore
      const transaction = yield* Transaction
      const refs = Array.from({ length: 20_000 }, (_, index): ScopeRef => {
        const subject = KeyHash.make(index.toString(16).padStart(64, "0"))
        return { organization_id: organization.id, kind: "key", guardrail_id: null, subject }
      })
      const stored = [0, 9_999, 19_999].flatMap((index) => refs.slice(index, index + 1))
      for (const ref of stored) yield* spending.setTerms({ ref }, null, 0)
      expect(yield* free).toBe(3)
      expect(yield* transaction.run(spending.lock(refs, free))).toBe(0)
      expect(yield* free).toBe(3)
    }).pipe(Effect.provide(stores))
  })
)
