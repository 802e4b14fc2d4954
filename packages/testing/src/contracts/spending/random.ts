import { expect } from "@effect/vitest"
import { type Admission, type HoldRecord, type Scope, type ScopeRef, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { expectActivity, expectPruned } from "./activityLaws.js"
import { EntryReader, expectEntries } from "./entryLaws.js"
import { expectLaws } from "./laws.js"
import {
  admit,
  all,
  correcting,
  costing,
  DAY,
  evening,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  otherKey,
  space,
  usd,
  whole
} from "./samples.js"

const kinds = ["lifetime", "daily", "weekly", "monthly"] as const
const acts = ["settle", "release", "unknown", "correct", "reconcile", "send", "extend"] as const
const charges: ReadonlyArray<Admission["charge"]> = ["own", "byok", "own_or_byok"]
const charged: ReadonlyArray<ReadonlyArray<ScopeRef>> = [[key], [key, space, whole], [otherKey, space, whole]]

/** Whether a hold was charged to all but the key, by the number of its scopes. */
const isOfOrganization = ({ scopes }: HoldRecord) => scopes.length === 3

const number = fc.nat(9)
const few = fc.nat(40).map((quarters) => quarters / 4)
/** Few of these are more than a counter holds. */
const many = fc.constantFrom(1e9, 3e9, 4.5e9, 9_223_372_036)
const amount = fc.oneof({ weight: 9, arbitrary: few }, { weight: 2, arbitrary: many })

/** One step, which names its act by `_tag`. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("admit" as const),
      number,
      amount,
      refs: fc.constantFrom(...charged),
      charge: fc.constantFrom(...charges)
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("change" as const),
      act: fc.constantFrom(...acts),
      number,
      amount,
      is_byok: fc.boolean()
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("clock" as const),
      by: fc.constantFrom(MINUTE, 15 * MINUTE, HOUR, DAY, 8 * DAY, -HOUR, -DAY, -3 * DAY)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("expireHolds" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      _tag: fc.constant("limit" as const),
      ref: fc.constantFrom(...all),
      kind: fc.constantFrom(...kinds),
      amount,
      byok: fc.boolean()
    })
  }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never
type Of<Tag extends Step["_tag"]> = Extract<Step, { readonly _tag: Tag }>

const counted = ({ byok, include_byok, own }: Scope, kind: (typeof kinds)[number]) => {
  const sum = ({ held, spent, unknown }: Scope["own"]) => held[kind] + spent[kind] + unknown[kind]
  return include_byok ? sum(own) + sum(byok) : sum(own)
}

/** Checks that an admitted amount is within every budget that judged it. */
const expectWithin = (scopes: ReadonlyArray<Scope>, isByok: boolean) => {
  for (const scope of scopes.filter(({ include_byok }) => include_byok || !isByok)) {
    for (const kind of kinds) {
      const limit = scope.limits[kind]
      if (limit !== null) expect(counted(scope, kind) <= limit).toBe(true)
    }
  }
}

const admitNow = ({ amount, charge, number, refs }: Of<"admit">, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const before = yield* store.scopes(refs, now)
    const answer = yield* admit(number, amount, { refs, charge, now, terms: { lease_seconds: 1200 } })
    if (answer._tag !== "Admitted") return
    expectWithin(answer.scopes, answer.hold.is_byok)
    for (const { day, id } of answer.scopes) {
      expect(day).toBe(answer.hold.parts[0]?.day)
      const earlier = before.find((scope) => scope.id === id)
      if (earlier !== undefined) expect(day).toBeGreaterThanOrEqual(earlier.day)
    }
  })

const changeNow = ({ act, amount, is_byok, number }: Of<"change">, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const hold = named(number)
    const change: Record<typeof act, Effect.Effect<unknown, unknown>> = {
      settle: store.settle(hold, costing(amount, { is_byok }), now),
      release: store.release(hold, now),
      unknown: store.markUnknown(hold, null, now),
      correct: store.correct(hold, correcting(amount)),
      reconcile: store.reconcile(hold, correcting(amount, { corrected_at: now })),
      send: store.send(hold, now),
      extend: store.extend({ hold, amount: usd(amount), lease_seconds: null, fence: [], now })
    }
    const before = yield* store.find(hold)
    yield* change[act]
    const after = yield* store.find(hold)
    const isSettled = Option.exists(before, ({ state }) => state === "settled")
    if (isSettled && act !== "correct") expect(after).toEqual(before)
  })

const perform = (step: Step, now: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    switch (step._tag) {
      case "clock":
        return
      case "expireHolds":
        return yield* store.expireHolds(now)
      case "limit":
        return yield* store.setTerms({ ref: step.ref }, limited({ [step.kind]: step.amount }, step.byok), now)
      case "admit":
        return yield* admitNow(step, now)
      case "change":
        return yield* changeNow(step, now)
    }
  })

/** The laws over random sequences of acts, clocks and limits. */
export const randomPromises = (promise: Promised, numRuns: number): void => {
  const sequences = fc.sample(fc.array(step, { minLength: 60, maxLength: 60, size: "max" }), { numRuns, seed: 16 })
  for (const [index, steps] of sequences.entries()) {
    promise(`keeps every law over a sequence of acts, clocks and limits (${index + 1} of ${sequences.length})`, () =>
      Effect.gen(function* () {
        yield* limit(key, limited({ daily: 10 }))
        yield* limit(otherKey, limited({ lifetime: 60 }))
        yield* limit(space, limited({ weekly: 30, monthly: 50 }, true))
        let now = evening
        const reader = new EntryReader()
        for (const [at, step] of steps.entries()) {
          if (step._tag === "clock") now += step.by
          yield* perform(step, now)
          yield* expectLaws(all, now)
          if (step._tag === "clock") yield* expectActivity()
          if (at % 5 === 0) yield* reader.poll(1 + (at % 3))
        }
        yield* expectEntries(reader, isOfOrganization)
        yield* expectPruned(all, now)
      })
    )
  }
}
