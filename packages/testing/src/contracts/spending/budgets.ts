import { expect } from "@effect/vitest"
import { ByokId, GuardrailId, Usd } from "@tollgate/core"
import {
  type AdmissionAnswer,
  type Day,
  FOREIGN_LEASE,
  LEASES_AMONG,
  SpendingStore,
  Transaction,
  unlimited
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import {
  admit,
  admitted,
  all,
  costing,
  evening,
  exceeded,
  guarded,
  key,
  keyHash,
  limit,
  limited,
  MINUTE,
  named,
  otherKey,
  space,
  tag,
  usd,
  whole
} from "./samples.js"

const credential = ByokId.make("44444444-4444-4444-8444-444444444444")
const guardrail = GuardrailId.make("55555555-5555-4555-8555-555555555555")

const count = (answers: ReadonlyArray<AdmissionAnswer>, wanted: AdmissionAnswer["_tag"]) =>
  answers.filter(({ _tag }) => _tag === wanted).length

/** Promises about budgets. */
export const budgetPromises = (promise: Promised): void => {
  promise("counts what is unknown like what is held", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 2 }))
      yield* admit(1, 1.5)
      yield* store.markUnknown(named(1), null, evening)
      const answer = yield* admit(2, 1)
      expect(answer._tag === "Refused" && answer.refusal.reason).toBe("budget_spent")
      expect(yield* tag(admit(3, 0.5))).toBe("Admitted")
    })
  )

  promise("lists no budget of a scope whose records are gone", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      for (const ref of all) yield* limit(ref, limited({ lifetime: 1 }))
      yield* admit(1, 1)
      yield* store.settle(named(1), costing(1), evening)
      const list = { organization_id: whole.organization_id, kind: null, workspace_id: null }
      const listed = (above: number | null) => store.budgets({ ...list, above }, { limit: 10, offset: 0 }, evening)
      expect(yield* Effect.forEach([null, 0, 1], listed)).toEqual([1, 2, 3].map(() => ({ data: [], total_count: 0 })))
    })
  )

  promise("admits nothing against a limit that is reached, not even 0", () =>
    Effect.gen(function* () {
      yield* limit(otherKey, limited({ daily: 0 }))
      expect(yield* tag(admit(1, 0, { refs: [otherKey] }))).toBe("Refused")
      yield* limit(key, limited({ daily: 1 }))
      expect([yield* tag(admit(2, 0)), yield* tag(admit(3, 1)), yield* tag(admit(4, 0))]).toEqual([
        "Admitted",
        "Admitted",
        "Refused"
      ])
    })
  )

  promise("admits exactly 400 of 1,000 holds of $0.25 against two budgets of $100, at 64 callers", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ daily: 100 }))
      yield* limit(whole, limited({ monthly: 100 }))
      const numbers = Array.from({ length: 1000 }, (_, index) => index)
      const answers = yield* Effect.forEach(numbers, (number) => admit(number, 0.25), { concurrency: 64 })
      expect([count(answers, "Admitted"), count(answers, "Refused")]).toEqual([400, 600])
      yield* expectLaws(all, evening)
      const held = answers.flatMap((answer) => (answer._tag === "Admitted" ? [answer.hold.id] : []))
      yield* Effect.forEach(held, (id) => store.settle({ id, organization_id: null }, costing(0.125), evening), {
        concurrency: 64
      })
      yield* expectLaws(all, evening)
      const again = yield* Effect.forEach(numbers, (number) => admit(1000 + number, 0.25), { concurrency: 64 })
      expect(count(again, "Admitted")).toBe(200)
      yield* expectLaws(all, evening)
    })
  )

  promise("refuses with every budget that refuses, and stores nothing", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ weekly: 3 }))
      yield* limit(space, limited({ lifetime: 2 }))
      yield* admit(1, 1.5)
      yield* admit(2, 0.5, { terms: { lease_seconds: 300 }, refs: [otherKey, whole] })
      const answer = yield* admit(3, 2)
      const refusal = exceeded(answer)
      const common = { asked: usd(2), boost: Usd.zero, spent: Usd.zero, held: usd(1.5), unknown: Usd.zero, holds: 1 }
      expect(refusal.reason).toBe("budget_held")
      expect(
        refusal.budgets.map(({ earliest_lease_end, resets_at, ...rest }) => ({
          ...rest,
          earliest_lease_end: earliest_lease_end?.epochMillis,
          resets_at: resets_at?.epochMillis
        }))
      ).toEqual([
        {
          ...common,
          scope: "workspace",
          id: space.subject,
          window: "lifetime",
          limit: usd(2),
          remaining: usd(0.5),
          resets_at: undefined,
          earliest_lease_end: evening + 10 * MINUTE
        },
        {
          ...common,
          scope: "key",
          id: key.subject,
          window: "weekly",
          limit: usd(3),
          remaining: usd(1.5),
          resets_at: evening + 10 * MINUTE,
          earliest_lease_end: evening + 10 * MINUTE
        }
      ])
      expect(yield* store.find(named(3))).toEqual(Option.none())
      yield* expectLaws(all, evening)
    })
  )

  promise("names no later end of a lease than the first one of a budget, also behind many of others", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      yield* limit(key, limited({ lifetime: 1 }))
      yield* limit(space, limited({ lifetime: 1 }))
      const others = LEASES_AMONG + 8
      for (let number = 1; number <= others; number++) {
        yield* admit(number, 0.01, { terms: { lease_seconds: number }, refs: [otherKey, whole] })
      }
      yield* admit(others + 1, 1, { terms: { lease_seconds: 3600 } })
      const ends = Effect.map(admit(others + 2, 1), (answer) =>
        exceeded(answer).budgets.map(({ earliest_lease_end: end }) => ((end?.epochMillis ?? 0) - evening) / 1000)
      )
      for (const end of yield* ends) {
        expect(LEASES_AMONG <= end && end <= 3600).toBe(true)
      }
      // Fewer than are looked through are left.
      for (let number = 1; number <= 10; number++) yield* store.release(named(number), evening)
      expect(yield* ends).toEqual([3600, 3600])
    })
  )

  promise("names the end of a lease that has passed while any process may not have given it back, and no longer", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 1 }))
      yield* admit(1, 1)
      const end = evening + 10 * MINUTE
      const named = (now: number) =>
        Effect.map(admit(2, 1, { now, dry_run: true }), (answer) =>
          exceeded(answer).budgets.map(({ earliest_lease_end }) => earliest_lease_end?.epochMillis)
        )
      expect([yield* named(end + FOREIGN_LEASE), yield* named(end + FOREIGN_LEASE + 1)]).toEqual([[end], [undefined]])
    })
  )

  promise("charges BYOK amounts apart, and falls back to BYOK if the gateway's own do not fit", () =>
    Effect.gen(function* () {
      yield* limit(key, limited({ lifetime: 1 }))
      yield* admit(1, 1)
      const answer = yield* admit(2, 5, { charge: "own_or_byok", plan: [null, credential] })
      expect(admitted(answer)).toMatchObject({ is_byok: true, plan: [credential] })
      expect(yield* tag(admit(3, 1, { charge: "own" }))).toBe("Refused")
      yield* limit(key, limited({ lifetime: 1.5 }))
      expect(yield* tag(admit(6, 0.5, { charge: "own" }))).toBe("Admitted")
      yield* limit(key, limited({ lifetime: 10 }, true))
      expect(yield* tag(admit(4, 4, { charge: "byok", plan: [credential] }))).toBe("Refused")
      expect(admitted(yield* admit(5, 3.5, { charge: "own_or_byok", plan: [null] }))).toMatchObject({
        is_byok: false,
        plan: [null]
      })
      yield* expectLaws(all, evening)
    })
  )

  for (const pooled of [space, whole]) {
    promise(`limits what all keys spend together by a budget of the ${pooled.kind}, also if it is set later`, () =>
      Effect.gen(function* () {
        const store = yield* SpendingStore
        const other = { refs: [otherKey, space, whole], terms: { key_hash: keyHash("b") } }
        yield* admit(1, 1.5)
        yield* store.settle(named(1), costing(1.25), evening)
        yield* limit(pooled, limited({ daily: 2 }))
        const answer = yield* admit(2, 1, other)
        expect(exceeded(answer).budgets).toMatchObject([
          { scope: pooled.kind, id: pooled.subject, window: "daily", spent: usd(1.25), remaining: usd(0.75) }
        ])
        expect(yield* tag(admit(3, 0.75, other))).toBe("Admitted")
        expect(yield* tag(admit(4, 0.01))).toBe("Refused")
        expect(yield* tag(admit(5, 1, { refs: [otherKey] }))).toBe("Admitted")
        yield* limit(pooled, unlimited)
        expect(yield* tag(admit(6, 10))).toBe("Admitted")
        yield* expectLaws(all, evening)
      })
    )
  }

  promise("keeps every limit that transactions set at once, each on the terms that it has read", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const { run } = yield* Transaction
      const set = (kind: Day.Kind, dollars: number) =>
        Effect.gen(function* () {
          yield* store.setTerms({ ref: space }, null, evening)
          const [scope] = yield* store.scopes([space], evening)
          if (scope === undefined) return expect.fail("no scope")
          const limits = { ...scope.limits, [kind]: usd(dollars) }
          yield* store.setTerms({ ref: space }, { ...unlimited, limits }, evening)
        }).pipe(run)
      const kinds = ["daily", "weekly", "monthly", "lifetime"] as const
      yield* Effect.forEach(kinds, (kind, index) => set(kind, index + 1), { concurrency: "unbounded" })
      const scopes = yield* store.scopes([space], evening)
      expect(scopes).toMatchObject([
        { limits: limited({ daily: 1, weekly: 2, monthly: 3, lifetime: 4 }).limits, version: 8 }
      ])
    })
  )

  promise("changes the budgets of all scopes of a guardrail together", () =>
    Effect.gen(function* () {
      const store = yield* SpendingStore
      const ada = guarded("guardrail_member", "ada", guardrail)
      const bob = guarded("guardrail_member", "bob", guardrail)
      yield* admit(1, 1, { refs: [key, ada] })
      yield* admit(2, 1, { refs: [otherKey, bob], terms: { key_hash: keyHash("b") } })
      yield* store.setTerms(
        { organization_id: key.organization_id, guardrail_id: guardrail, guard: space },
        limited({ daily: 1.5 }),
        evening
      )
      expect(yield* tag(admit(3, 1, { refs: [key, ada] }))).toBe("Refused")
      expect(yield* tag(admit(4, 1, { refs: [otherKey, bob] }))).toBe("Refused")
      expect(yield* tag(admit(5, 1))).toBe("Admitted")
      const [whose, ...others] = yield* store.scopes([ada, key, space], evening)
      expect([whose?.version, ...others.map(({ version }) => version)]).toEqual([1, 0, 1])
      expect(others.map(({ limits }) => limits.daily)).toEqual([null, null])
    })
  )
}
