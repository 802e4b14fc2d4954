import { describe, expect } from "@effect/vitest"
import { createByokCredential, InvalidInput, LedgerRetention, pruneLedger, releaseUnsent } from "@tollgate/core"
import { ByokStore, SpendingStore } from "@tollgate/core/storage"
import { aByokCredential, travelTo } from "@tollgate/testing"
import { Effect } from "effect"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"

describe("What takes several reads or acts", () => {
  inMemory("plans the credentials of every page, and ends where storage has fewer than it has counted", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* openSpender
      const store = yield* ByokStore
      const ids: Array<string> = []
      for (let n = 0; n < 3; n++) ids.push((yield* asManager(createByokCredential(aByokCredential()))).id)
      const inPages = (counted: number): typeof store => ({
        ...store,
        list: (organization, page, filter) =>
          Effect.map(store.list(organization, { ...page, limit: 1 }, filter), ({ data }) => ({
            data,
            total_count: counted
          }))
      })
      for (const counted of [3, 5]) {
        const { plan } = yield* Effect.provideService(
          hold(ordinaryKey, { credential: "any" }),
          ByokStore,
          inPages(counted)
        )
        expect(plan.credentials.map(({ id }) => id)).toEqual([...ids, null])
      }
    })
  )

  inMemory("deletes old holds in chunks until one is not full, and counts them together", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00Z")
      const store = yield* SpendingStore
      const chunks = [250, 250, 249, 250]
      const asked: Array<number> = []
      const prune: typeof store.prune = (before) => Effect.sync(() => chunks[asked.push(before) - 1] ?? 0)
      const deleted = yield* pruneLedger.pipe(
        Effect.provideService(SpendingStore, { ...store, prune }),
        Effect.provideService(LedgerRetention, 1_000)
      )
      expect(deleted).toEqual({ deleted: 749 })
      expect(asked).toEqual(Array.from({ length: 3 }, () => Date.parse("2026-05-31T11:59:59Z")))
    })
  )

  inMemory("releases what was not sent until nothing is left, of storage that has holds", () =>
    Effect.gen(function* () {
      const { hold, ordinaryHash: key_hash, ordinaryKey, organization } = yield* openSpender
      const of = { organization_id: organization.id, key_hash, instance: null }
      const store = yield* SpendingStore
      const chunks = [250, 1, 0, 9]
      let calls = 0
      const some: typeof store.releaseUnsent = () => Effect.sync(() => chunks[calls++] ?? 0)
      expect(yield* Effect.provideService(releaseUnsent(of), SpendingStore, { ...store, releaseUnsent: some })).toBe(
        251
      )
      yield* hold(ordinaryKey)
      expect([yield* releaseUnsent(of), yield* releaseUnsent(of)]).toEqual([1, 0])
    })
  )
})

describe("The models of a request", () => {
  inMemory("are stated as one, as a list, or not at all, and not as both", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* openSpender
      const asked = (model: string | undefined, models: ReadonlyArray<string> | undefined) =>
        hold(ordinaryKey, { models, model })
      expect((yield* asked("acme/writer", undefined)).data.models).toEqual(["acme/writer"])
      expect((yield* asked(undefined, ["acme/writer"])).data.models).toEqual(["acme/writer"])
      const refused = new InvalidInput({
        issues: [{ path: ["models"], expected: "either model or models, or neither and an amount" }]
      })
      expect((yield* asked(undefined, undefined)).data.models).toEqual([])
      expect(yield* Effect.flip(asked("acme/writer", ["acme/writer"]))).toEqual(refused)
    })
  )
})
