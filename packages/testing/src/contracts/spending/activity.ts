import { expect } from "@effect/vitest"
import { ByokId, UserId } from "@tollgate/core"
import { type ActivitySum, CHUNK, SpendingStore } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { activity, byDay, expectActivity, expectPruned, ofSums } from "./activityLaws.js"
import { expectLaws, ledger } from "./laws.js"
import {
  admit,
  all,
  correcting,
  costing,
  DAY,
  evening,
  keyHash,
  MINUTE,
  named,
  organization,
  otherKey,
  otherOrganization,
  space,
  usd,
  whole
} from "./samples.js"

const today = Math.floor(evening / DAY)
const credential = ByokId.make("44444444-4444-4444-8444-444444444444")

/** What sums have in common, and their amounts, without what was not asked for. */
const shown = (sums: ReadonlyArray<ActivitySum>) =>
  sums.map((sum) => Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== null)))

const nothing = { requests: 1, cost: 0n, byok_cost: 0n, unknown: 0n, input_tokens: 0, output_tokens: 0 }

/** A settled request of a day, counted from the evening. */
const spend = (number: number, cost: number, days = 0) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const now = evening + days * DAY
    yield* admit(number, 1, { now })
    return yield* store.settle(named(number), costing(cost), now)
  })

/** Promises about the sums of requests, about corrections, and about what is deleted. */
export const activityPromises = (promise: Promised): void => {
  promise("sums what was settled and what is unknown, by the day of its opening", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach([1, 2, 3, 4, 5], (number) => admit(number, 1, { terms: { labels: { team: "red" } } }))
      const tokens = { input_tokens: 100, output_tokens: 20 }
      yield* store.settle(named(1), costing(0.25, { ...tokens, basis: "table" }), evening)
      yield* store.settle(named(2), costing(0.5, { ...tokens, is_byok: true, credential_id: credential }), evening)
      yield* store.markUnknown(named(3), null, evening + 20 * MINUTE)
      yield* store.release(named(4), evening)
      expect(yield* byDay).toEqual({
        [today]: {
          ...{ requests: 3, cost: usd(0.25), byok_cost: usd(0.5), unknown: usd(1) },
          ...{ input_tokens: 200, output_tokens: 40 }
        }
      })
      yield* expectActivity()
    })
  )

  promise("counts what was sent as unknown from the end of its lease on, given back or not", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const lease = { terms: { lease_seconds: 60 } }
      yield* Effect.forEach([1, 2], (number) => admit(number, number, lease))
      yield* store.send(named(1), evening)
      yield* admit(3, 4, { refs: [otherKey, space, whole], terms: { key_hash: keyHash("b"), lease_seconds: 60 } })
      yield* store.send(named(3), evening)
      const unknownAt = (now: number, key_hash: ReturnType<typeof keyHash> | null = null) =>
        Effect.map(activity({ key_hash, now }), (sums) => Object.values(ofSums(sums, () => "all")))
      const unknown = (requests: number, dollars: number) => [{ ...nothing, requests, unknown: usd(dollars) }]
      const end = evening + MINUTE
      expect(yield* unknownAt(end - 1)).toEqual([])
      expect([yield* unknownAt(end), yield* unknownAt(end, keyHash("a"))]).toEqual([unknown(2, 5), unknown(1, 1)])
      // On the next day, the sums of this one are kept.
      const tomorrow = end + DAY
      yield* admit(4, 1, { now: tomorrow, refs: [whole] })
      for (const key_hash of [keyHash("a"), null, null]) {
        expect(yield* unknownAt(tomorrow, key_hash)).toEqual(key_hash === null ? unknown(2, 5) : unknown(1, 1))
      }
      yield* store.expireHolds(tomorrow, organization)
      expect(yield* unknownAt(tomorrow)).toEqual(unknown(2, 5))
      expect(yield* activity({ from: today + 1, now: tomorrow })).toEqual([])
    })
  )

  promise("tells sums apart by the key, the user, what served them, and labels", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* admit(1, 1, { terms: { labels: { team: "red" }, user_id: UserId.make("eve"), provider: "acme" as never } })
      yield* admit(2, 1, { refs: [otherKey, space, whole], terms: { key_hash: keyHash("b"), models: ["a/b", "c/d"] } })
      yield* store.settle(named(1), costing(0.25, { model: "acme/other", basis: "provider" }), evening)
      yield* store.settle(named(2), costing(0.5), evening)
      yield* admit(3, 1, { terms: { models: [] } })
      yield* store.settle(named(3), costing(0.75), evening)
      const common = { ...nothing, day: today, workspace_id: "22222222-2222-4222-8222-222222222222" }
      const sums = shown(yield* activity()).sort((one, other) => Number(one["cost"]) - Number(other["cost"]))
      expect(sums).toEqual([
        {
          ...{ ...common, key_hash: keyHash("a"), user_id: "eve", model: "acme/other", provider: "acme" },
          ...{ basis: "provider", labels: { team: "red" }, cost: usd(0.25) }
        },
        expect.objectContaining({ ...common, key_hash: keyHash("b"), user_id: "ada", model: "a/b", cost: usd(0.5) }),
        // Of no model.
        { ...common, key_hash: keyHash("a"), user_id: "ada", labels: {}, cost: usd(0.75) }
      ])
      expect(shown(yield* activity({ key_hash: keyHash("b") }))).toHaveLength(1)
      expect(yield* activity({ key_hash: keyHash("c") })).toEqual([])
      expect(yield* activity({ organization_id: otherOrganization })).toEqual([])
      yield* expectActivity()
    })
  )

  promise("sums no day beyond those that are asked for", () =>
    Effect.gen(function* () {
      for (const days of [0, 1, 2, 3]) yield* spend(days, 1 + days, days)
      const asked = { from: today + 1, to: today + 2, by: new Set(["day"] as const) }
      for (const key_hash of [null, keyHash("a")]) {
        const sums = yield* activity({ ...asked, key_hash })
        expect(sums.map(({ cost, day }) => [day, cost]).sort()).toEqual([
          [today + 1, usd(2)],
          [today + 2, usd(3)]
        ])
      }
    })
  )

  promise("sums what is an organization's own, also of days whose sums another one has read", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const theirs = { ...whole, organization_id: otherOrganization, subject: otherOrganization }
      const spendTheirs = (number: number, days: number) =>
        Effect.gen(function* () {
          const now = evening + days * DAY
          yield* admit(number, 1, { refs: [theirs], terms: { organization_id: otherOrganization }, now })
          yield* store.settle(named(number, otherOrganization), costing(2), now)
        })
      yield* spend(1, 1)
      yield* spendTheirs(2, 0)
      yield* spend(3, 1, 3)
      yield* spendTheirs(4, 3)
      const costs = (overrides: Parameters<typeof activity>[0]) =>
        Effect.map(activity({ by: new Set(["day"]), ...overrides }), (sums) =>
          Object.fromEntries(
            Object.entries(ofSums(sums, ({ day }) => String(day))).map(([day, { cost }]) => [day, cost])
          )
        )
      for (const key_hash of [null, keyHash("a")]) {
        expect(yield* costs({ key_hash })).toEqual({ [today]: usd(1), [today + 3]: usd(1) })
        expect(yield* costs({ key_hash, organization_id: otherOrganization })).toEqual({
          [today]: usd(2),
          [today + 3]: usd(2)
        })
      }
    })
  )

  promise("follows every act on a closed day, also after its sums were read", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const later = evening + 3 * DAY
      yield* spend(1, 0.25)
      yield* admit(2, 1, { terms: { lease_seconds: 864_000 } })
      yield* admit(3, 1, { terms: { lease_seconds: 864_000 } })
      yield* spend(4, 0.5, 3)
      yield* expectActivity()
      yield* store.settle(named(2), costing(0.75), later)
      yield* expectActivity()
      yield* store.markUnknown(named(3), null, later)
      yield* expectActivity()
      yield* store.settle(named(3), costing(2), later)
      yield* expectActivity()
      yield* store.correct(named(1), correcting(3))
      yield* expectActivity()
      const sums = yield* activity({ key_hash: keyHash("a"), by: new Set() })
      expect(Object.values(ofSums(sums, () => "all")).map(({ cost }) => cost)).toEqual([usd(6.25)])
      yield* expectLaws(all, later)
    })
  )

  promise("keeps each correction of a cost, with its reason, and counts them in the hold", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* spend(1, 0.25)
      const by = { corrected_by: keyHash("c"), corrected_at: evening + MINUTE }
      const answers = yield* Effect.forEach([0.5, 0.5, 0.125], (cost) => store.correct(named(1), correcting(cost, by)))
      const [hold] = yield* ledger(organization)
      const twice = { ...hold, cost: usd(0.125), corrections: 2 }
      const once = { ...twice, cost: usd(0.5), corrections: 1 }
      const states = [once, once, twice].map((hold, index) => ({ hold, is_corrected: index !== 1 }))
      expect(answers).toEqual(states.map(Option.some))
      expect([hold, yield* store.find(named(1))]).toEqual([twice, Option.some(twice)])
      // The settlement is the first entry.
      const first = { number: 1, position: 2 }
      const correction = { ...correcting(0.5, by), id: named(1).id, cost_before: usd(0.25), ...first }
      expect(yield* store.corrections(named(1))).toEqual([
        correction,
        { ...correction, cost: usd(0.125), cost_before: usd(0.5), number: 2, position: 3 }
      ])
      expect(yield* store.corrections(named(1, otherOrganization))).toEqual([])
      expect(yield* store.corrections(named(2))).toEqual([])
    })
  )

  promise("stores what has the names of a deleted hold as if they had never been deleted", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const terms = { models: ["acme/gone"], labels: { team: "gone" }, instance: "gone" }
      yield* admit(1, 1, { terms })
      yield* store.release(named(1), evening)
      expect([yield* store.prune(evening + DAY), yield* store.pruneNames(evening)]).toEqual([1, 0])
      yield* store.pruneNames(evening + DAY)
      const now = evening + DAY + MINUTE
      expect(Object(yield* admit(2, 1, { terms, now }))._tag).toBe("Admitted")
      expect(Option.getOrNull(yield* store.find(named(2)))).toMatchObject(terms)
      yield* expectLaws(all, now)
    })
  )

  promise("deletes old holds in chunks, and neither counters nor activity change", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const old = CHUNK + 2
      yield* Effect.forEach(Array.range(1, old), (number) => spend(number, 0.01), { concurrency: 64 })
      yield* admit(old + 1, 1)
      yield* admit(old + 2, 1)
      yield* store.markUnknown(named(old + 1), null, evening)
      yield* store.release(named(old + 2), evening)
      yield* spend(old + 3, 1, 2)
      const later = evening + 2 * DAY
      expect(yield* store.prune(evening)).toBe(0)
      yield* expectActivity()
      const before = yield* byDay
      expect([yield* store.prune(later), yield* store.prune(later), yield* store.prune(later)]).toEqual([CHUNK, 3, 0])
      expect((yield* ledger()).map(({ id }) => id)).toEqual([named(old + 3).id, named(old + 1).id])
      expect(yield* byDay).toEqual(before)
      expect(before).toEqual({
        [today]: { ...nothing, requests: old + 1, cost: usd(0.01 * old), unknown: usd(1) },
        [today + 2]: { ...nothing, cost: usd(1) }
      })
      yield* expectLaws(all, later)
      expect(yield* store.find(named(1))).toEqual(Option.none())
      yield* store.settle(named(old + 1), costing(0.5), later)
      yield* expectLaws(all, later)
      yield* expectPruned(all, later)
    })
  )
}
