import { describe, expect, it } from "@effect/vitest"
import { BudgetExceeded, GuardrailId, Usd } from "@tollgate/core"
import { Day, fits, type HoldPart, refusal, type Scope } from "@tollgate/core/storage"
import * as fc from "effect/FastCheck"
import { runs } from "../../../../test/runs.js"
import { aScope, evening, limits, ref, usd } from "./support/samples.js"

const windows = (dollars: number) => ({
  lifetime: usd(dollars),
  daily: usd(dollars),
  weekly: usd(dollars),
  monthly: usd(dollars)
})
const tally = (spent: number, held = 0, unknown = 0) => ({
  spent: windows(spent),
  held: windows(held),
  unknown: windows(unknown)
})
const none = () => null

describe("A judgement", () => {
  it("admits an amount up to the limit, and nothing above it", () => {
    const scope = aScope({ daily: usd(10) }, { own: tally(4, 3, 2) })
    expect(fits([scope], usd(1), false)).toBe(true)
    expect(fits([scope], Usd.add(usd(1), Usd.Usd.make(1n)), false)).toBe(false)
  })

  it("admits nothing once the limit is reached, not even 0", () => {
    expect(fits([aScope({ lifetime: usd(0) })], usd(0), false)).toBe(false)
    expect(fits([aScope({ lifetime: usd(5) }, { own: tally(5) })], usd(0), false)).toBe(false)
    expect(fits([aScope({ lifetime: usd(5) }, { own: tally(4) })], usd(0), false)).toBe(true)
  })

  it("counts held and unknown amounts like spent ones", () => {
    for (const own of [tally(10), tally(0, 10), tally(0, 0, 10)]) {
      expect(fits([aScope({ monthly: usd(10.5) }, { own })], usd(1), false)).toBe(false)
    }
  })

  it("asks every window of every scope", () => {
    const full = { own: tally(1) }
    for (const kind of Day.kinds) {
      const tight = aScope({ [kind]: usd(1.5) }, full)
      expect(fits([aScope(), tight], usd(1), false)).toBe(false)
      expect(fits([tight, aScope()], usd(0.5), false)).toBe(true)
    }
  })

  it("judges BYOK amounts only against budgets that include them", () => {
    const full: Partial<Scope> = { own: tally(1), byok: tally(1) }
    const apart = aScope({ lifetime: usd(1.5) }, full)
    const together = aScope({ lifetime: usd(1.5) }, { ...full, include_byok: true })
    expect(fits([apart], usd(0.5), false)).toBe(true)
    expect(fits([apart], usd(9), true)).toBe(true)
    expect(fits([together], usd(0.5), false)).toBe(false)
    expect(fits([together], usd(0.5), true)).toBe(false)
  })

  it("refuses with every budget that refuses, the one that no lease frees first, then the one with the least remaining", () => {
    const key = aScope({ daily: usd(2), lifetime: usd(50) }, { own: tally(0.5, 1), holds: 4 })
    const workspace = aScope({ monthly: usd(3) }, { id: 2, ref: ref("space", "workspace"), own: tally(2.75, 0.25) })
    const answer = refusal([key, workspace], usd(1), false, (id) => (id === 1 ? evening + 60_000 : null))
    expect(answer.reason).toBe("budget_spent")
    expect(
      JSON.parse(JSON.stringify(answer.budgets, (_, value) => (typeof value === "bigint" ? Number(value) : value)))
    ).toEqual([
      {
        scope: "workspace",
        id: "space",
        window: "monthly",
        limit: 3e9,
        boost: 0,
        spent: 2.75e9,
        held: 0.25e9,
        unknown: 0,
        asked: 1e9,
        remaining: 0,
        resets_at: "2026-06-01T00:00:00.000Z",
        holds: 0,
        earliest_lease_end: null
      },
      {
        scope: "key",
        id: "key",
        window: "daily",
        limit: 2e9,
        boost: 0,
        spent: 0.5e9,
        held: 1e9,
        unknown: 0,
        asked: 1e9,
        remaining: 0.5e9,
        resets_at: "2026-06-01T00:00:00.000Z",
        holds: 4,
        earliest_lease_end: "2026-05-31T23:51:00.000Z"
      }
    ])
  })

  it("says budget_held only if open holds alone are in the way", () => {
    const reason = (own: Scope["own"], asked: number) =>
      refusal([aScope({ daily: usd(2) }, { own })], usd(asked), false, none).reason
    expect(reason(tally(0, 2), 1)).toBe("budget_held")
    expect(reason(tally(1, 1), 1)).toBe("budget_held")
    expect(reason(tally(1.5, 0.5), 1)).toBe("budget_spent")
    expect(reason(tally(0, 0, 2), 1)).toBe("budget_spent")
    expect(reason(tally(0, 2), 3)).toBe("budget_spent")
  })

  it("says which budget refuses, and that waiting helps if it does", () => {
    const member = {
      ...ref("ada", "guardrail_member"),
      guardrail_id: GuardrailId.make("33333333-3333-4333-8333-333333333333")
    }
    const said = (own: Scope["own"]) =>
      refusal([aScope({ daily: usd(2) }, { ref: member, own })], usd(1), false, none).message
    expect(said(tally(2))).toBe("The amount does not fit the daily budget of the guardrail member.")
    expect(said(tally(0, 2))).toBe(
      "Open holds take up the rest of the daily budget of the guardrail member. Try again when they end."
    )
    expect(new BudgetExceeded({ reason: "budget_spent", budgets: [] }).message).toBe(
      "The amount does not fit a budget."
    )
  })

  it("says budget_spent to an extension if its own hold is in the way: to wait for it would be in vain", () => {
    const today = Day.of(evening)
    const reason = (own: Scope["own"], ...parts: ReadonlyArray<HoldPart>) =>
      refusal([aScope({ daily: usd(2) }, { own })], usd(1), false, none, parts).reason
    expect(reason(tally(0, 2), { day: today, amount: usd(2) })).toBe("budget_spent")
    expect(reason(tally(0, 2), { day: today, amount: usd(1) })).toBe("budget_held")
    expect(reason(tally(0, 2), { day: today - 1, amount: usd(2) })).toBe("budget_held")
  })

  it("refuses exactly what a budget's remainder does not cover", () => {
    const amount = fc.bigInt(0n, 20n).map((nano) => Usd.Usd.make(nano))
    const anyTally = fc.record({ spent: amount, held: amount, unknown: amount }).map(({ held, spent, unknown }) => {
      const same = (value: Usd.Usd) => ({ lifetime: value, daily: value, weekly: value, monthly: value })
      return { spent: same(spent), held: same(held), unknown: same(unknown) }
    })
    const anyLimit = fc.option(fc.bigInt(0n, 60n).map((nano) => Usd.Usd.make(nano)))
    const anyScope = fc
      .record({ own: anyTally, byok: anyTally, include_byok: fc.boolean(), daily: anyLimit, lifetime: anyLimit })
      .map(({ byok, daily, include_byok, own, lifetime }) =>
        aScope({}, { own, byok, include_byok, limits: limits({ daily, lifetime }) })
      )
    fc.assert(
      fc.property(fc.array(anyScope, { minLength: 1, maxLength: 4 }), amount, fc.boolean(), (scopes, asked, isByok) => {
        const allows = scopes.every(({ byok, include_byok, limits, own }) => {
          if (isByok && !include_byok) return true
          const count = ({ held, spent, unknown }: Scope["own"]) => spent.daily + held.daily + unknown.daily
          const used = count(own) + (include_byok ? count(byok) : 0n)
          return [limits.daily, limits.lifetime].every(
            (limit) => limit === null || (used < limit && used + asked <= limit)
          )
        })
        expect(fits(scopes, asked, isByok)).toBe(allows)
        if (allows) return
        const { budgets } = refusal(scopes, asked, isByok, none)
        expect(budgets.length).toBeGreaterThan(0)
        for (const { limit, remaining, held, spent, unknown } of budgets) {
          expect(remaining).toBe(limit - spent - held - unknown)
          expect(remaining <= 0n || remaining < asked).toBe(true)
        }
      }),
      { numRuns: runs(200, 5000) }
    )
  })
})
