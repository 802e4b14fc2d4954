import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aKey, aKeyPatch, TestAccount } from "@tollgate/testing"
import { Clock, Effect } from "effect"
import { connect, emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

describe("The list of budgets on PostgreSQL", () => {
  it.scopedLive("adds the boosts of a window that have not ended to its limit", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const { hash, organization } = yield* Effect.gen(function* () {
        const { asManager, organization } = yield* TestAccount.make()
        const { data } = yield* Effect.provide(Core.createKey(aKey({ limit: 4 })), asManager)
        const { hash } = data
        yield* Effect.provide(Core.updateKey(hash, aKeyPatch({ name: "Boosted" })), asManager)
        return { hash, organization }
      }).pipe(Effect.provide(inDatabase(url)))
      const now = yield* Clock.currentTimeMillis
      const dollar = 1_000_000_000
      const boosts = [
        `lifetime:${4 * dollar}:${now + 1000}`,
        `daily:${dollar}:${now + 1000}`,
        `lifetime:${dollar}:${now}`
      ]
      const other = yield* connect(url)
      yield* Effect.promise(() =>
        other.query(
          `UPDATE spending_scopes SET own_spent_total = ${2 * dollar}, level = 5, boosts = '${boosts.join("/")}' WHERE subject = '${hash}'`
        )
      )
      const listed = (above: number | null, at: number) =>
        Effect.gen(function* () {
          const store = yield* SpendingStore
          const list = { organization_id: organization.id, kind: null, workspace_id: null, above }
          return yield* store.budgets(list, { limit: 10, offset: 0 }, at)
        })
      const [boosted, less, ended] = yield* Effect.all([
        listed(0.25, now),
        listed(0.26, now),
        listed(0.5, now + 1000)
      ]).pipe(Effect.provide(inDatabase(url)))
      expect(boosted.data.map(({ name, scope }) => [name, scope.boosts.length])).toEqual([["Boosted", 2]])
      expect(less).toEqual({ data: [], total_count: 0 })
      expect(ended.data.map(({ name, scope }) => [name, scope.boosts.length])).toEqual([["Boosted", 0]])
    })
  )
})
