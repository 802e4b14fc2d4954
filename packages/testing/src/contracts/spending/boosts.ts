import { expect } from "@effect/vitest"
import type { Usd } from "@tollgate/core"
import {
  boostIn,
  type Day,
  limitIn,
  type Scope,
  type ScopeBoost,
  type ScopeRef,
  type ScopeTerms,
  SpendingStore,
  Transaction
} from "@tollgate/core/storage"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as fc from "effect/FastCheck"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import {
  admit,
  costing,
  DAY,
  evening,
  exceeded,
  HOUR,
  key,
  limit,
  limited,
  MINUTE,
  named,
  otherKey,
  space,
  tag,
  usd
} from "./samples.js"

const kinds = ["lifetime", "daily", "weekly", "monthly"] as const

const boostOf = (amount: number, until: number, window: Day.Kind = "lifetime"): ScopeBoost => ({
  window,
  usd: usd(amount),
  until
})

/** Changes the boosts of a scope in a transaction, as operations do. */
const setBoosts = (
  change: (boosts: ReadonlyArray<ScopeBoost>) => ReadonlyArray<ScopeBoost>,
  { now = evening, ref = key, terms = null }: { now?: number; ref?: ScopeRef; terms?: ScopeTerms | null } = {}
) =>
  Effect.gen(function* () {
    const [store, { run }] = [yield* SpendingStore, yield* Transaction]
    const judge = (scope: Scope) => Either.right({ boosts: change(scope.boosts) })
    return yield* run(Effect.flatten(store.changeScope({ ref, terms, now, judge })))
  })

const add = (...added: ReadonlyArray<ScopeBoost>) => setBoosts((boosts) => [...boosts, ...added])

const scopeAt = (now: number, ref = key) =>
  Effect.flatMap(SpendingStore, (store) => Effect.map(store.scopes([ref], now), ([scope]) => scope))

const countedIn = ({ own }: Scope, kind: Day.Kind): bigint => own.held[kind] + own.spent[kind] + own.unknown[kind]

/** Checks that what is counted is within each limit with its boosts. */
const expectWithin = (scopes: ReadonlyArray<Scope>) => {
  for (const scope of scopes) {
    for (const kind of kinds) {
      const limit = limitIn(scope, kind)
      if (limit !== null) expect(countedIn(scope, kind) <= limit).toBe(true)
    }
  }
}

const shownPromises = (promise: Promised): void => {
  promise("adds a boost to its limit alone, and shows it beside the limit", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 5, daily: 2 }))
      yield* add(boostOf(1.5, evening + MINUTE, "daily"))
      yield* admit(1, 3.5)
      const refusal = exceeded(yield* admit(2, 0.25))
      expect(refusal.budgets).toMatchObject([
        { scope: "key", window: "daily", limit: usd(2), boost: usd(1.5), held: usd(3.5), remaining: 0n }
      ])
      yield* add(boostOf(10, evening + MINUTE, "daily"))
      const [lifetime] = exceeded(yield* admit(3, 1.75)).budgets
      expect(lifetime).toMatchObject({ window: "lifetime", limit: usd(5), boost: 0n, remaining: usd(1.5) })
      expect(yield* tag(admit(4, 1.5))).toBe("Admitted")
      yield* expectLaws([key], evening)
    })
  )

  promise("adds up the boosts of a limit", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ monthly: 1 }))
      yield* add(boostOf(1, evening + MINUTE, "monthly"))
      yield* add(boostOf(1, evening + MINUTE, "monthly"), boostOf(0.5, evening + 2 * MINUTE, "monthly"))
      expect(exceeded(yield* admit(1, 3.75)).budgets).toMatchObject([{ boost: usd(2.5), remaining: usd(3.5) }])
      expect(yield* tag(admit(2, 3.5))).toBe("Admitted")
    })
  )

  promise("ends a boost at its end, and not a millisecond before", () =>
    Effect.gen(function* () {
      const until = evening + MINUTE
      yield* limit(key, limited({ lifetime: 1 }))
      yield* add(boostOf(2, until), boostOf(4, until + 1))
      expect(yield* scopeAt(until - 1)).toMatchObject({ boosts: [{ usd: usd(2) }, { usd: usd(4) }] })
      expect(yield* scopeAt(until)).toMatchObject({ boosts: [{ usd: usd(4) }] })
      expect(yield* tag(admit(1, 7, { now: until - 1 }))).toBe("Admitted")
      const store = yield* SpendingStore
      yield* store.release(named(1), until - 1)
      expect(exceeded(yield* admit(2, 7, { now: until })).budgets).toMatchObject([{ boost: usd(4) }])
      expect(yield* tag(admit(3, 5, { now: until }))).toBe("Admitted")
      yield* store.settle(named(3), costing(5), until + 1)
      // What was spent by a boost stays, also above the limit.
      const [budget] = exceeded(yield* admit(4, 0.25, { now: until + 1 })).budgets
      expect(budget).toMatchObject({ boost: 0n, spent: usd(5), remaining: usd(-4) })
      yield* expectLaws([key], until + 1)
    })
  )

  promise("adds nothing to a limit of 0, and nothing where there is no limit", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ daily: 0 }))
      yield* add(boostOf(5, evening + MINUTE, "daily"), boostOf(5, evening + MINUTE, "weekly"))
      expect(exceeded(yield* admit(1, 0.25)).budgets).toMatchObject([{ window: "daily", limit: 0n, boost: 0n }])
      yield* limit(key, limited({}))
      expect(yield* tag(admit(2, 1000))).toBe("Admitted")
    })
  )

  promise("keeps boosts when limits change", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 1 }))
      yield* add(boostOf(2, evening + MINUTE))
      yield* limit(key, limited({ lifetime: 3 }))
      expect(exceeded(yield* admit(1, 5.25)).budgets).toMatchObject([{ limit: usd(3), boost: usd(2) }])
      expect(yield* tag(admit(2, 5))).toBe("Admitted")
    })
  )

  promise("admits a longer request by a boost, until the boost ends", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 1 }))
      yield* admit(1, 1)
      yield* add(boostOf(2, evening + MINUTE))
      const extend = (amount: number, now: number) =>
        store.extend({ hold: named(1), amount: usd(amount), lease_seconds: null, fence: [], now })
      expect(yield* tag(extend(2.5, evening))).toBe("Extended")
      expect(exceeded(yield* extend(2.75, evening + MINUTE)).budgets).toMatchObject([{ remaining: usd(-1.5) }])
    })
  )
}

const changePromises = (promise: Promised): void => {
  promise("creates a scope that does not exist with its terms, or not at all", () =>
    Effect.gen(function* () {
      const unknown = yield* setBoosts((boosts) => boosts)
      expect([unknown.ref, yield* scopeAt(evening)]).toEqual([key, undefined])
      const terms = limited({ weekly: 2 }, true)
      const made = yield* setBoosts(() => [boostOf(1, evening + MINUTE, "weekly")], { terms })
      expect(made).toMatchObject({ ...terms, version: 0, boosts: [{ usd: usd(1) }] })
      expect(yield* scopeAt(evening)).toEqual(made)
      // An existing one keeps its terms.
      yield* setBoosts((boosts) => boosts, { terms: limited({}) })
      expect(yield* scopeAt(evening)).toMatchObject({ limits: terms.limits })
      expect(yield* tag(admit(1, 3))).toBe("Admitted")
    })
  )

  promise("stores nothing if the judgement of a scope fails", () =>
    Effect.gen(function* () {
      const [store, { run }] = [yield* SpendingStore, yield* Transaction]
      yield* limit(key, limited({ lifetime: 1 }))
      const before = yield* scopeAt(evening)
      for (const ref of [key, otherKey]) {
        const change = store.changeScope({ ref, terms: limited({}), now: evening, judge: () => Either.left("no") })
        expect(yield* Effect.flip(run(Effect.flatten(change)))).toBe("no")
      }
      expect([yield* scopeAt(evening), yield* scopeAt(evening, otherKey)]).toEqual([before, undefined])
    })
  )

  promise("keeps every boost of 64 that are added at once", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 1 }))
      yield* Effect.forEach(Array.range(1, 64), () => add(boostOf(1, evening + MINUTE)), { concurrency: 64 })
      const scope = yield* scopeAt(evening)
      expect(scope && [scope.boosts.length, boostIn(scope, "lifetime")]).toEqual([64, usd(64)])
    })
  )
}

/** How often a race is run until each outcome was seen. */
const ROUNDS = 40

const CALLERS = 64

const racePromises = (promise: Promised): void => {
  /** 64 callers ask for a dollar each while something happens. Returns how many are admitted. */
  const race = (first: number, ref: ScopeRef, during: Effect.Effect<unknown, unknown, SpendingStore | Transaction>) =>
    Effect.gen(function* () {
      const [refs, numbers] = [[ref, space], Array.range(first, first + CALLERS - 1)]
      const ask = (number: number) =>
        Effect.zipRight(number % 8 === 0 ? Effect.yieldNow() : Effect.void, admit(number, 1, { refs }))
      const calls = Effect.forEach(numbers, ask, { concurrency: CALLERS })
      const [answers] = yield* Effect.all([calls, during], { concurrency: "unbounded" })
      for (const answer of answers) if (answer._tag === "Admitted") expectWithin(answer.scopes)
      return answers.filter(({ _tag }) => _tag === "Admitted").length
    })

  const keyNumbered = (round: number): ScopeRef => ({ ...key, subject: round.toString(16).padStart(64, "0") })

  promise("admits exactly limit and boost, however many ask while the boost is created", () =>
    Effect.gen(function* () {
      const seen = new Set<boolean>()
      for (let round = 0; round < ROUNDS && seen.size < 2; round++) {
        const ref = keyNumbered(round)
        yield* limit(ref, limited({ lifetime: 16 }))
        const boost = setBoosts((boosts) => [...boosts, boostOf(8, evening + MINUTE)], { ref })
        const early = yield* race(round * 256, ref, round % 2 === 0 ? boost : Effect.zipRight(pause(round), boost))
        expect([early >= 16, early <= 24]).toEqual([true, true])
        const late = yield* race(round * 256 + 128, ref, Effect.void)
        expect(early + late).toBe(24)
        seen.add(early === 16)
      }
      expect(seen.size).toBe(2)
    })
  )

  promise("admits nothing by a boost once its deletion is acknowledged, however many ask meanwhile", () =>
    Effect.gen(function* () {
      const seen = new Set<boolean>()
      for (let round = 0; round < ROUNDS && seen.size < 2; round++) {
        const ref = keyNumbered(round)
        yield* limit(ref, limited({ lifetime: 16 }))
        yield* setBoosts(() => [boostOf(8, evening + MINUTE)], { ref })
        const end = setBoosts(() => [], { ref })
        const early = yield* race(round * 256, ref, round % 2 === 0 ? end : Effect.zipRight(pause(round), end))
        expect([early >= 16, early <= 24]).toEqual([true, true])
        expect(yield* race(round * 256 + 128, ref, Effect.void)).toBe(0)
        seen.add(early === 16)
      }
      expect(seen.size).toBe(2)
    })
  )

  promise("admits by a boost only acts before its end, however many ask before and after it at once", () =>
    Effect.gen(function* () {
      const until = evening + MINUTE
      yield* limit(key, limited({ lifetime: 16 }))
      yield* add(boostOf(8, until))
      const ask = (number: number) => admit(number, 1, { now: number % 2 === 0 ? until - 1 : until })
      const answers = yield* Effect.forEach(Array.range(1, CALLERS), ask, { concurrency: CALLERS })
      for (const answer of answers) if (answer._tag === "Admitted") expectWithin(answer.scopes)
      const late = answers.filter((answer, at) => at % 2 === 0 && answer._tag === "Admitted")
      for (const answer of late) {
        const [scope] = answer._tag === "Admitted" ? answer.scopes : []
        expect(scope?.boosts).toEqual([])
      }
      expect(yield* tag(admit(CALLERS + 1, 1, { now: until }))).toBe("Refused")
    })
  )
}

/** Lets others act a few times. */
const pause = (times: number) => Effect.replicateEffect(Effect.yieldNow(), times * 4)

const amount = fc.nat(16).map((quarters) => quarters / 4)

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ _tag: fc.constant("admit" as const), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("boost" as const),
      amount: fc.integer({ min: 1, max: 16 }).map((quarters) => quarters / 4),
      window: fc.constantFrom(...kinds),
      lasts: fc.constantFrom(1, MINUTE, HOUR, DAY)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("end" as const), at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("settle" as const), at: fc.nat(5), amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ _tag: fc.constant("limit" as const), window: fc.constantFrom(...kinds), amount })
  },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("clock" as const), by: fc.constantFrom(1, MINUTE, HOUR, DAY) })
  }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** Boosts and limits by a model that knows nothing of scopes. */
class Model {
  now = evening
  boosts: Array<ScopeBoost> = []
  limits: Partial<Record<Day.Kind, number>> = { lifetime: 2, daily: 1 }

  limitIn(kind: Day.Kind): bigint | null {
    const limit = this.limits[kind]
    if (limit === undefined) return null
    if (limit === 0) return 0n
    const added = this.boosts.filter(({ until, window }) => window === kind && until > this.now)
    return added.reduce<bigint>((sum, boost) => sum + boost.usd, usd(limit))
  }

  admits(scope: Scope | undefined, asked: Usd.Usd): boolean {
    return kinds.every((kind) => {
      const limit = this.limitIn(kind)
      const counted = scope === undefined ? 0n : countedIn(scope, kind)
      return limit === null || (counted < limit && counted + asked <= limit)
    })
  }
}

const perform = (model: Model, step: Step, number: number) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const { now } = model
    switch (step._tag) {
      case "clock": {
        model.now += step.by
        return
      }
      case "boost": {
        const boost = boostOf(step.amount, now + step.lasts, step.window)
        model.boosts.push(boost)
        yield* setBoosts((boosts) => [...boosts, boost], { now })
        return
      }
      case "end": {
        const [ended] = model.boosts.splice(step.at, 1)
        const isEnded = ({ until, usd, window }: ScopeBoost) =>
          until === ended?.until && usd === ended.usd && window === ended.window
        yield* setBoosts(
          (boosts) => {
            const at = boosts.findIndex(isEnded)
            return at < 0 ? boosts : Array.remove(boosts, at)
          },
          { now }
        )
        return
      }
      case "limit": {
        model.limits[step.window] = step.amount
        yield* store.setTerms({ ref: key }, limited(model.limits), now)
        return
      }
      case "settle": {
        yield* store.settle(named(number - step.at), costing(step.amount), now)
        return
      }
      case "admit": {
        yield* store.expireHolds(now)
        const before = yield* scopeAt(now)
        const answer = yield* admit(number, step.amount, { now, terms: { lease_seconds: 86_400 } })
        expect(answer._tag).toBe(model.admits(before, usd(step.amount)) ? "Admitted" : "Refused")
        if (answer._tag === "Admitted") expectWithin(answer.scopes)
      }
    }
  })

/** Promises about amounts that are added to limits for a time. */
export const boostPromises = (promise: Promised, numRuns: number): void => {
  shownPromises(promise)
  changePromises(promise)
  racePromises(promise)

  promise("admits by limits and the boosts in force alone, whatever happens", () =>
    Effect.gen(function* () {
      const samples = fc.sample(fc.array(step, { minLength: 10, maxLength: 40 }), { numRuns, seed: 7 })
      let number = 0
      const store = yield* SpendingStore
      for (const steps of samples) {
        const model = new Model()
        // The next sequence begins after everything that this one did.
        yield* store.setTerms({ ref: key }, limited({ lifetime: 1e9 }), evening)
        const before = yield* scopeAt(evening)
        const spent = before === undefined ? 0n : countedIn(before, "lifetime")
        model.limits.lifetime = Number(spent / 1_000_000n) / 1000 + 2
        yield* setBoosts(() => [])
        yield* store.setTerms({ ref: key }, limited(model.limits), evening)
        for (const one of steps) yield* perform(model, one, ++number)
        yield* expectLaws([key], model.now)
      }
    })
  )
}
