import { expect } from "@effect/vitest"
import { windowEnd } from "@tollgate/core"
import { type HoldRecord, type Scope, type ScopeRef, SpendingStore, scopeName } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import type { Promised } from "../contract.js"
import { alertsOf, usedAt } from "./alertSamples.js"
import { ledger } from "./laws.js"
import {
  admit,
  all,
  correcting,
  costing,
  DAY,
  evening,
  HOUR,
  key,
  limited,
  MINUTE,
  named,
  otherKey,
  space,
  whole
} from "./samples.js"

// What must have been told is computed here from what was read before and after each act, without the functions of core.

const windows = ["lifetime", "daily", "weekly", "monthly"] as const
type Window = (typeof windows)[number]

const number = fc.nat(24)
const amount = fc.nat(24).map((quarters) => quarters / 4)
const charged: ReadonlyArray<ReadonlyArray<ScopeRef>> = [
  [key, space, whole],
  [otherKey, space, whole],
  [key, whole]
]

const acts = ["settle", "settle", "release", "unknown", "correct"] as const

/** One step. Leases outlive all of them, so that each act changes one hold. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      _tag: fc.constant("admit" as const),
      number,
      amount,
      refs: fc.constantFrom(...charged),
      is_byok: fc.boolean()
    })
  },
  {
    weight: 9,
    arbitrary: fc.record({
      _tag: fc.constant("change" as const),
      act: fc.constantFrom(...acts),
      number,
      amount,
      is_byok: fc.boolean()
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constant("use" as const), number, amount: fc.option(amount), late: fc.boolean() })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("limit" as const),
      ref: fc.constantFrom(...all),
      limits: fc.record({ lifetime: amount, daily: amount, weekly: amount, monthly: amount }, { requiredKeys: [] }),
      byok: fc.boolean(),
      thresholds: fc.constantFrom(null, null, [], [1], [33, 66, 99], [100])
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("clock" as const), by: fc.constantFrom(MINUTE, HOUR, DAY) }) }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

const perform = (step: Step, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    switch (step._tag) {
      case "clock":
        return
      case "admit": {
        const { amount, is_byok, number, refs } = step
        const charge = is_byok ? "byok" : "own"
        return yield* admit(number, amount, { refs, now, charge, terms: { lease_seconds: 86_400 * 365 } })
      }
      case "use":
        return yield* store.recordUsage(usedAt(step.number, step.amount, step.late ? now - 2 * DAY : now, now))
      case "limit": {
        const { byok, limits, ref, thresholds } = step
        const terms = { ...limited(limits, byok), thresholds: ref === whole ? thresholds : null }
        return yield* store.setTerms({ ref }, terms, now)
      }
      case "change": {
        const { act, amount, is_byok } = step
        const hold = named(step.number)
        const change: Record<typeof act, Effect.Effect<unknown, unknown>> = {
          settle: store.settle(hold, costing(amount, { is_byok }), now),
          release: store.release(hold, now),
          unknown: store.markUnknown(hold, null, now),
          correct: store.correct(hold, correcting(amount, { corrected_at: now }))
        }
        return yield* change[act]
      }
    }
  })

/** All that alerts may depend on, as it is at an instant. */
const observed = (now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const scopes = yield* store.scopes(all, now)
    return {
      scopes: new Map(scopes.map((scope) => [scopeName(scope.ref), scope])),
      holds: new Map((yield* ledger()).map((hold) => [hold.id, hold]))
    }
  })
type Observed = Effect.Effect.Success<ReturnType<typeof observed>>

/** The scopes of the hold that an act has ended or changed the cost of. Opening a hold tells nothing. */
const touched = (before: Observed, after: Observed): ReadonlySet<number> => {
  const ids = new Set<number>()
  for (const hold of after.holds.values()) {
    const old = before.holds.get(hold.id)
    const isSame = (one: HoldRecord) => one.state === hold.state && one.cost === hold.cost
    if (old === undefined ? hold.state === "open" : isSame(old)) continue
    for (const id of hold.scopes) ids.add(id)
  }
  return ids
}

const sum = ({ byok, include_byok, own }: Scope, window: Window, of: "spent" | "unknown" | "held") =>
  own[of][window] + (include_byok ? byok[of][window] : 0n)

/** An alert, by what it says. */
interface Said {
  readonly scope: string
  readonly window: Window
  readonly resets_at: number | null
  readonly what: number | "unknown"
  readonly limit: bigint
}

const nameOf = (said: Said) =>
  JSON.stringify([said.scope, said.window, said.resets_at, said.what, said.limit], (_, value) =>
    typeof value === "bigint" ? String(value) : value
  )

/** Reads an account as it changes, and notes what must have been told. */
class AlertReader {
  readonly expected = new Map<string, unknown>()
  /** The scopes whose terms have changed since an act has compared them. */
  readonly changed = new Set<string>()

  read(before: Observed, after: Observed, now: number) {
    const ids = touched(before, after)
    const thresholds = after.scopes.get(scopeName(whole))?.thresholds ?? [50, 80, 100]
    for (const [name, scope] of after.scopes) {
      if (!ids.has(scope.id)) continue
      const isChanged = this.changed.delete(name)
      for (const window of windows) {
        const limit = scope.limits[window]
        if (limit === null || limit === 0n) continue
        const old = before.scopes.get(name)
        const was = (of: "spent" | "unknown") => (old === undefined ? 0n : sum(old, window, of))
        const [used, earlier] = [
          sum(scope, window, "spent") + sum(scope, window, "unknown"),
          was("spent") + was("unknown")
        ]
        const reached = thresholds.filter((threshold) => used * 100n >= limit * BigInt(threshold))
        const what: Array<number | "unknown"> = reached.filter(
          (threshold) => earlier * 100n < limit * BigInt(threshold) || (isChanged && threshold === reached.at(-1))
        )
        const isMuch = (amount: bigint) => amount * 10n > limit
        if (isMuch(sum(scope, window, "unknown")) && (isChanged || !isMuch(was("unknown")))) what.push("unknown")
        const resets_at = window === "lifetime" ? null : windowEnd(window, now)
        for (const one of what) {
          const said = nameOf({ scope: name, window, resets_at, what: one, limit })
          if (this.expected.has(said)) continue
          const [spent, unknown, held] = (["spent", "unknown", "held"] as const).map((of) => sum(scope, window, of))
          this.expected.set(said, { at: now, spent, unknown, held })
        }
      }
    }
  }
}

const limiting = (ref: ScopeRef, limits: Parameters<typeof limited>[0], byok = false): Step => ({
  _tag: "limit",
  ref,
  limits,
  byok,
  thresholds: null
})

const opening = [
  limiting(key, { daily: 3, lifetime: 20 }),
  limiting(otherKey, { lifetime: 12 }),
  limiting(space, { weekly: 15 }, true),
  limiting(whole, { monthly: 30 })
]

/** The set of alerts follows from what was spent and unknown, limits and thresholds alone. */
export const alertLawPromises = (promise: Promised, numRuns: number): void => {
  const sequences = fc.sample(fc.array(step, { minLength: 90, maxLength: 90, size: "max" }), { numRuns, seed: 40 })
  for (const [index, steps] of sequences.entries()) {
    promise(
      `tells exactly what follows from amounts, limits and thresholds (${index + 1} of ${sequences.length})`,
      () =>
        Effect.gen(function* () {
          const reader = new AlertReader()
          let now = evening - 3 * DAY
          for (const step of [...opening, ...steps]) {
            if (step._tag === "clock") now += step.by
            const before = yield* observed(now)
            yield* perform(step, now)
            if (step._tag === "limit") reader.changed.add(scopeName(step.ref))
            reader.read(before, yield* observed(now), now)
          }
          const told = (yield* alertsOf()).map((alert) => {
            const { at, held, kind, limit, ref, resets_at, spent, threshold, unknown, window } = alert
            const what = kind === "crossing" ? (threshold ?? 0) : "unknown"
            expect(["crossing", "unknown"]).toContain(kind)
            return [
              nameOf({ scope: scopeName(ref), window, resets_at, what, limit }),
              { at, spent, unknown, held }
            ] as const
          })
          expect(new Map(told)).toEqual(reader.expected)
          expect(told).toHaveLength(reader.expected.size)
          expect(told.length).toBeGreaterThan(5)
        })
    )
  }
}
