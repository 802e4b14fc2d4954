import { describe, expect, it } from "@effect/vitest"
import { Usd, verifySpending } from "@tollgate/core"
import { SpendingStore, unlimited } from "@tollgate/core/storage"
import { Effect, FastCheck as fc } from "effect"
import { runs } from "../../../../test/runs.js"
import type { OpenStores } from "./givingBack.js"
import { admission, idOf, own, refsOf } from "./holds.js"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Half an hour before the end of a day, of a Sunday, and of a month that ends on one. */
const EVENINGS = [Date.UTC(2026, 4, 27, 23, 30), Date.UTC(2026, 5, 7, 23, 30), Date.UTC(2026, 4, 31, 23, 30)]

const act = fc.record({
  process: fc.nat(1),
  /** How much later it is than at the act before. */
  after: fc.integer({ min: 0, max: 9 }).map((minutes) => minutes * MINUTE),
  act: fc.constantFrom("admit", "admit", "admit", "extend", "settle", "send", "release"),
  number: fc.nat(9),
  cents: fc.integer({ min: 1, max: 100 })
})
const script = fc.record({
  evening: fc.constantFrom(...EVENINGS),
  skew: fc.constantFrom(HOUR, -HOUR, 5 * HOUR),
  acts: fc.array(act, { minLength: 25, maxLength: 40 })
})

const kinds = ["daily", "weekly", "monthly"] as const
const refs = refsOf(own)

const limits = {
  ...unlimited.limits,
  daily: Usd.fromNumber(1),
  weekly: Usd.fromNumber(1.5),
  monthly: Usd.fromNumber(2)
}

/** Promises about two processes whose clocks differ, over the end of a day, a week and a month. */
export const twoClocks = <E>(storage: string, open: OpenStores<E>) => {
  describe(`Two processes on ${storage} whose clocks differ by hours`, () => {
    it.scopedLive("admit no more in a window than its limit, and reopen none, over midnights", () =>
      Effect.gen(function* () {
        for (const { acts, evening, skew } of fc.sample(script, { numRuns: runs(4, 150), seed: 19 })) {
          const stores = yield* open(2)
          const [first] = stores
          if (first === undefined) return
          yield* first.setTerms({ ref: refs[1] }, { ...unlimited, limits }, evening)
          let [time, latest] = [evening, 0]
          for (const { act, after, cents, number, process } of acts) {
            time += after
            const store = stores[process] ?? first
            const now = time + (process === 1 ? skew : 0)
            const hold = { id: idOf(own, number, evening), organization_id: own }
            const amount = Usd.fromNumber(cents / 100)
            if (act === "admit") {
              const { terms, ...rest } = admission(own, number, { amount: cents / 100, now, lease_seconds: 5400 })
              const answer = yield* store.admit({ ...rest, terms: { ...terms, id: hold.id } })
              if (answer._tag !== "Admitted") continue
              const [, scope] = answer.scopes
              for (const kind of kinds) {
                const { held, spent, unknown } = scope?.own ?? expect.fail("There is a scope.")
                expect(held[kind] + spent[kind] + unknown[kind] <= (limits[kind] ?? 0n)).toBe(true)
              }
              const [part] = answer.hold.parts
              const day = part?.day ?? 0
              // No window that a process has begun is left again.
              expect(day).toBeGreaterThanOrEqual(latest)
              latest = day
            }
            if (act === "extend") yield* store.extend({ hold, amount, lease_seconds: null, fence: [], now })
            if (act === "settle") {
              const served = { is_byok: false, credential_id: null, model: null, provider: null, basis: null }
              yield* store.settle(hold, { cost: amount, input_tokens: 0, output_tokens: 0, ...served }, now)
            }
            if (act === "send") yield* store.send(hold, now)
            if (act === "release") yield* store.release(hold, now)
          }
          for (const store of stores) {
            const { differences } = yield* Effect.provideService(verifySpending(), SpendingStore, store)
            expect(differences).toEqual([])
            const [, scope] = yield* store.scopes(refs, latest * DAY)
            expect(scope?.day).toBeGreaterThanOrEqual(latest)
          }
        }
      })
    )
  })
}
