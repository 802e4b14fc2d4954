import { expect } from "@effect/vitest"
import { AlertKind, BudgetWindow, GuardrailId, KeyHash, ScopeKind, Usd } from "@tollgate/core"
import { type AlertFilter, type AlertRecord, AlertStore } from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import { contract } from "./contract.js"
import { organization, otherOrganization } from "./spending/samples.js"

const KEYS = ["a", "b"].map((letter) => KeyHash.make(letter.repeat(64)))
const guardrail = GuardrailId.make("55555555-5555-4555-8555-555555555555")
const amount = fc.bigInt(0n, 2n ** 63n - 1n).map((nanos) => Usd.Usd.make(nanos))
const hex = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("hex"))

/** Any alert of one of two organizations, within ten milliseconds. */
const alert: fc.Arbitrary<AlertRecord> = fc
  .record({
    id: hex,
    kind: fc.constantFrom(...AlertKind.literals),
    at: fc.integer({ min: 1_000, max: 1_010 }),
    organization_id: fc.constantFrom(organization, otherOrganization),
    scope: fc.constantFrom(...ScopeKind.literals),
    subject: fc.constantFrom(...KEYS),
    window: fc.constantFrom(...BudgetWindow.literals),
    threshold: fc.integer({ min: 1, max: 100 }),
    limit: amount,
    spent: amount,
    held: amount,
    unknown: amount,
    resets_at: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
    request: fc.record({ id: fc.uuid(), usd: amount, reason: fc.string({ minLength: 1, unit: "grapheme-ascii" }) })
  })
  .map(({ organization_id, request, scope, subject, threshold, ...rest }) => ({
    ...rest,
    ref: { organization_id, kind: scope, guardrail_id: scope.startsWith("guardrail_") ? guardrail : null, subject },
    threshold: rest.kind === "crossing" ? threshold : null,
    request: rest.kind === "request" ? request : null
  }))

const instant = fc.option(fc.integer({ min: 1_000, max: 1_011 }), { nil: undefined })

const filter: fc.Arbitrary<AlertFilter> = fc
  .record({
    kind: fc.option(fc.constantFrom(...AlertKind.literals), { nil: undefined }),
    scope: fc.option(fc.constantFrom(...ScopeKind.literals), { nil: undefined }),
    key_hash: fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
    from: instant,
    to: instant
  })
  .map(({ from, to, ...rest }) => ({
    ...rest,
    from: from === undefined ? undefined : DateTime.unsafeMake(from),
    to: to === undefined ? undefined : DateTime.unsafeMake(to)
  }))

const isListed = ({ at, kind, ref }: AlertRecord, { from, key_hash, scope, to, ...of }: AlertFilter) =>
  (of.kind ?? kind) === kind &&
  (scope ?? ref.kind) === ref.kind &&
  (key_hash === undefined || (ref.subject === key_hash && ["key", "guardrail_key"].includes(ref.kind))) &&
  at >= (from?.epochMillis ?? 0) &&
  at < (to?.epochMillis ?? Number.POSITIVE_INFINITY)

const byId = (one: AlertRecord, other: AlertRecord) => (one.id < other.id ? -1 : 1)

/** Stores 120 alerts, and returns them in the order in which they were stored. */
const stored = Effect.gen(function* () {
  const store = yield* AlertStore
  const all = fc.sample(alert, { numRuns: 120, seed: 4 })
  for (const one of all) expect(yield* store.add(one)).toBe(true)
  return all
})

/** Promises of every `AlertStore`. What acts store is promised by `spendingStoreContract`. */
export const alertStoreContract = contract<AlertStore>("AlertStore", (promise) => {
  promise("lists what was stored as it is, of one organization, newest first, by every filter, in pages", () =>
    Effect.gen(function* () {
      const store = yield* AlertStore
      const all = yield* stored
      const filters: ReadonlyArray<AlertFilter | undefined> = [
        undefined,
        {},
        ...AlertKind.literals.map((kind) => ({ kind })),
        ...ScopeKind.literals.map((scope) => ({ scope })),
        ...KEYS.map((key_hash) => ({ key_hash })),
        ...fc.sample(filter, { numRuns: 40, seed: 5 })
      ]
      for (const [at, filter] of filters.entries()) {
        const found = all
          .filter(({ ref }) => ref.organization_id === organization)
          .filter((one) => isListed(one, filter ?? {}))
          .sort((one, other) => other.at - one.at || byId(one, other))
        expect(yield* store.list(organization, { limit: 100, offset: 0 }, filter)).toEqual({
          data: found.slice(0, 100),
          total_count: found.length
        })
        const page = { limit: 1 + (at % 7), offset: at % 5 }
        expect(yield* store.list(organization, page, filter)).toEqual({
          data: found.slice(page.offset, page.offset + page.limit),
          total_count: found.length
        })
      }
    })
  )

  promise("stores an alert once: a second one with its id changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* AlertStore
      const [first, ...others] = yield* stored
      if (first === undefined) throw new Error("There is no alert.")
      expect(yield* store.add({ ...first, at: 9, spent: Usd.zero })).toBe(false)
      const again = yield* Effect.forEach(Array.range(1, 8), () => store.add({ ...first, id: "f".repeat(32) }), {
        concurrency: "unbounded"
      })
      expect(again.filter((isNew) => isNew)).toEqual([true])
      const all = yield* store.after({ at: 0, id: "" }, 1_000)
      expect(all).toHaveLength(others.length + 2)
      expect(all.find(({ id }) => id === first.id)).toEqual(first)
    })
  )

  promise("reads the alerts of all organizations behind a place, oldest first", () =>
    Effect.gen(function* () {
      const store = yield* AlertStore
      const all = (yield* stored).toSorted((one, other) => one.at - other.at || byId(one, other))
      expect(yield* store.after({ at: 0, id: "" }, 1_000)).toEqual(all)
      for (const at of [0, 1, 60, 118, 119]) {
        const place = all[at]
        if (place === undefined) throw new Error("There are fewer alerts.")
        expect(yield* store.after(place, 7)).toEqual(all.slice(at + 1, at + 8))
      }
      expect(yield* store.newest).toBe(1_010)
      const middle = all.findIndex(({ at }) => at >= 1_005)
      expect(yield* store.after({ at: 1_005, id: "" }, 3)).toEqual(all.slice(middle, middle + 3))
    })
  )

  promise("deletes the oldest alerts of all organizations, as many as it may", () =>
    Effect.gen(function* () {
      const store = yield* AlertStore
      const all = (yield* stored).toSorted((one, other) => one.at - other.at || byId(one, other))
      const old = all.filter(({ at }) => at < 1_005)
      expect(yield* store.prune(1_005, 10)).toBe(10)
      expect(yield* store.after({ at: 0, id: "" }, 1_000)).toEqual(all.slice(10))
      expect(yield* store.prune(1_005, 1_000)).toBe(old.length - 10)
      expect(yield* store.prune(1_005, 1_000)).toBe(0)
      expect(yield* store.after({ at: 0, id: "" }, 1_000)).toEqual(all.slice(old.length))
      expect(yield* store.prune(2_000, 1_000)).toBe(all.length - old.length)
      expect(yield* store.newest).toBe(null)
    })
  )
})
