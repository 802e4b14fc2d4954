import { expect } from "@effect/vitest"
import { type LedgerEntry, SpendingStore, type UsageEntry, unlimited } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import type { Promised } from "../contract.js"
import { EntryReader, entriesAfter, expectEntries, saying } from "./entryLaws.js"
import {
  admit,
  correcting,
  costing,
  DAY,
  evening,
  key,
  keyHash,
  MINUTE,
  named,
  organization,
  otherOrganization,
  someTerms,
  space,
  usd,
  whole
} from "./samples.js"

const always = () => true

/** A request that was made without a hold, at the end of the evening. Without a cost, its outcome is unknown. */
const used = (number: number, cost: number | null): UsageEntry => ({
  terms: someTerms(number, cost ?? 0),
  scopes: [key, space, whole].map((ref) => ({ ref, terms: unlimited, version: null })),
  settlement: { ...costing(0), cost: cost === null ? null : usd(cost) },
  at: evening,
  now: evening + 2 * MINUTE
})

/** The kinds and holds of the entries after a position. */
const shown = (after = 0, limit = 1_000) =>
  Effect.map(entriesAfter(after, limit), (entries) =>
    entries.map(({ hold, kind, position }) => [position, kind, hold.id] as const)
  )

/** Promises about the entries of an organization: what happened to the costs of requests, in the order in which it was committed. */
export const entryPromises = (promise: Promised): void => {
  promise(
    "has an entry for each settlement, each unknown outcome and each correction, and none for what else happens",
    () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const reader = new EntryReader()
        yield* Effect.forEach([1, 2, 3, 4, 5], (number) => admit(number, 1))
        yield* store.settle(named(2), costing(0.25, { provider: "acme", input_tokens: 10 }), evening)
        yield* store.settle(named(2), costing(0.5), evening)
        yield* store.release(named(3), evening)
        yield* store.markUnknown(named(1), null, evening + 1)
        yield* store.markUnknown(named(1), "settlement_refused", evening + 2)
        yield* reader.poll(1)
        yield* store.correct(named(2), correcting(0.5))
        yield* store.correct(named(2), correcting(0.5))
        yield* store.settle(named(1), costing(2, { provider: "other" }), evening + 3)
        yield* store.correct(named(2), correcting(0.125, { corrected_by: keyHash("c") }))
        yield* store.settle(named(3), costing(0), evening + 4)
        const ids = [1, 2, 3].map((number) => named(number).id)
        expect(yield* shown()).toEqual([
          [1, "settled", ids[1]],
          [2, "unknown", ids[0]],
          [3, "corrected", ids[1]],
          [4, "settled", ids[0]],
          [5, "corrected", ids[1]],
          [6, "settled", ids[2]]
        ])
        expect((yield* entriesAfter(0)).map(saying)).toMatchObject([
          // As it was settled, before its corrections.
          { cost: usd(0.25), served: { provider: "acme", input_tokens: 10 } },
          // As it was then: the settlement has come through another provider.
          { amount: usd(1), entry: { position: 2, at: evening + 1, provider: null } },
          { correction: { number: 1, cost_before: usd(0.25), cost: usd(0.5) } },
          { cost: usd(2), was_unknown: { position: 2 }, served: { provider: "other", ended_at: evening + 3 } },
          { correction: { number: 2, cost_before: usd(0.5), cost: usd(0.125), corrected_by: keyHash("c") } },
          { cost: 0n, was_unknown: null }
        ])
        yield* expectEntries(reader, always)
      })
  )

  promise("has an entry for a lease that ended after the request was sent, and for usage without a hold", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const lease = { terms: { lease_seconds: 60 } }
      yield* Effect.forEach([1, 2], (number) => admit(number, 1, lease))
      yield* store.send(named(1), evening)
      expect(yield* shown()).toEqual([])
      // The other hold expires: its request was not made.
      yield* store.expireHolds(evening + 2 * MINUTE, organization)
      yield* store.recordUsage(used(3, 0.5))
      yield* store.recordUsage(used(3, 0.5))
      yield* store.recordUsage(used(4, null))
      expect(yield* shown()).toEqual([
        [1, "unknown", named(1).id],
        [2, "settled", named(3).id],
        [3, "unknown", named(4).id]
      ])
      expect((yield* entriesAfter(0)).map(saying)[0]).toMatchObject({ entry: { at: evening + MINUTE } })
      yield* expectEntries(new EntryReader(), always)
    })
  )

  promise("is read in pages from a position on, and the end is an empty page", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      expect(yield* shown(0)).toEqual([])
      for (const number of Array.range(1, 6)) {
        yield* admit(number, 1)
        yield* number % 3 === 0
          ? store.markUnknown(named(number), null, evening)
          : store.settle(named(number), costing(0.5), evening)
        if (number % 2 === 0) yield* store.correct(named(number), correcting(1))
      }
      yield* store.settle(named(3), costing(1), evening)
      const all = yield* shown()
      expect(all).toHaveLength(9)
      for (const limit of [1, 2, 5]) {
        for (const after of [0, 3, 8, 9, 1_000]) {
          expect(yield* shown(after, limit)).toEqual(all.slice(after, after + limit))
        }
      }
    })
  )

  promise("counts the positions of each organization apart", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const theirs = { ...whole, organization_id: otherOrganization, subject: otherOrganization }
      for (const number of [1, 3]) {
        yield* admit(number, 1)
        yield* store.settle(named(number), costing(1), evening)
        yield* admit(number + 1, 1, { refs: [theirs], terms: { organization_id: otherOrganization } })
        yield* store.settle(named(number + 1, otherOrganization), costing(2), evening)
      }
      const positions = (organization_id: typeof organization) =>
        Effect.map(entriesAfter(0, 9, organization_id), (entries) =>
          entries.map(({ hold, position }) => [position, hold.cost])
        )
      expect(yield* positions(organization)).toEqual([1, 2].map((position) => [position, usd(1)]))
      expect(yield* positions(otherOrganization)).toEqual([1, 2].map((position) => [position, usd(2)]))
    })
  )

  promise("loses the entries of deleted holds with their corrections, and no position is given again", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach([1, 2, 3], (number) => admit(number, 1))
      yield* store.settle(named(1), costing(1), evening)
      yield* store.markUnknown(named(2), null, evening)
      yield* store.settle(named(3), costing(1), evening)
      yield* store.correct(named(3), correcting(2))
      expect(yield* store.prune(evening + DAY)).toBe(2)
      expect([yield* shown(), yield* store.corrections(named(3))]).toEqual([[[2, "unknown", named(2).id]], []])
      yield* store.settle(named(2), costing(0.5), evening + DAY)
      expect(yield* shown()).toEqual([
        [2, "unknown", named(2).id],
        [5, "settled", named(2).id]
      ])
      expect(yield* store.prune(evening + 2 * DAY)).toBe(1)
      yield* admit(4, 1, { now: evening + 2 * DAY })
      yield* store.settle(named(4), costing(1), evening + 2 * DAY)
      expect(yield* shown()).toEqual([[6, "settled", named(4).id]])
    })
  )

  promise("is verified up to the latest position of each hold, which may be that of a correction", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* Effect.forEach([1, 2], (number) => admit(number, 1))
      yield* store.settle(named(1), costing(1), evening)
      yield* store.settle(named(2), costing(1), evening)
      yield* store.correct(named(1), correcting(2))
      yield* store.correct(named(1), correcting(3))
      const positions: Array<number | null> = []
      const visitor = { scope: () => {}, entry: ({ position }: LedgerEntry) => positions.push(position), end: () => {} }
      yield* store.inspect(() => visitor)
      expect(positions.sort()).toEqual([2, 4])
    })
  )

  promise("gives every entry one position, in the order in which a reader beside many writers sees them", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const reader = new EntryReader()
      const writing = Effect.forEach(
        Array.range(1, 60),
        (number) =>
          Effect.gen(function* () {
            yield* admit(number, 1)
            yield* number % 5 === 0
              ? store.markUnknown(named(number), null, evening)
              : store.settle(named(number), costing(0.5), evening)
            if (number % 4 === 0) yield* store.correct(named(number), correcting(0.25))
            if (number % 10 === 0) yield* store.settle(named(number), costing(0.75), evening)
          }),
        { concurrency: 16, discard: true }
      )
      const fiber = yield* Effect.fork(writing)
      for (;;) {
        yield* reader.poll(7)
        yield* Effect.yieldNow()
        if (fiber.unsafePoll() !== null) break
      }
      yield* fiber
      yield* expectEntries(reader, always)
    })
  )
}
