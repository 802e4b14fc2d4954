import { describe, expect, it } from "@effect/vitest"
import { ByokId } from "@tollgate/core"
import { Day, HoldLife, type HoldRecord } from "@tollgate/core/storage"
import { aHold, costing, evening, usd } from "./support/samples.js"

const states = ["open", "expired", "released", "unknown", "settled"] as const
const hold = aHold()
const end = hold.lease_ends_at
const byok = ByokId.make("33333333-3333-4333-8333-333333333333")

/** The states from which an act leads to another one. */
const changing = (act: (hold: HoldRecord) => HoldRecord) =>
  states.filter((state) => {
    const before = aHold({ state })
    return act(before) !== before
  })

describe("A hold", () => {
  it("is settled from every state but settled, and rises to others from below them alone", () => {
    expect(changing((one) => HoldLife.settled(one, costing(1), evening))).toEqual([
      "open",
      "expired",
      "released",
      "unknown"
    ])
    expect(changing((one) => HoldLife.unknown(one, null, evening))).toEqual(["open", "expired", "released"])
    expect(changing((one) => HoldLife.released(one, evening))).toEqual(["open", "expired"])
    expect(changing((one) => HoldLife.expired(one, end))).toEqual(["open"])
    expect(changing((one) => HoldLife.corrected(one, usd(2)))).toEqual(["settled"])
  })

  it("has what its settlement states, and the provider that it was opened for if that states none", () => {
    const opened = aHold({ provider: "openai", flags: ["price_missing"] })
    const stated = { ...costing(0.5), model: "acme/writer", input_tokens: 3, output_tokens: 4 }
    expect(HoldLife.settled(opened, stated, end)).toEqual({
      ...opened,
      ...stated,
      state: "settled",
      provider: "openai",
      ended_at: end,
      flags: []
    })
  })

  it("is flagged above its amount, after its lease, outside of its plan and outside of its policy, in this order", () => {
    const flags = (opened: Partial<HoldRecord>, stated: object, now = end) =>
      HoldLife.settled(aHold(opened), { ...costing(1), ...stated }, now).flags
    expect(flags({}, {})).toEqual([])
    expect(flags({}, { cost: usd(1) + 1n })).toEqual(["overdrawn"])
    expect(flags({}, {}, end + 1)).toEqual(["late"])
    expect(flags({}, { credential_id: byok, is_byok: true })).toEqual(["outside_plan"])
    expect(flags({ plan: [null, byok] }, { credential_id: byok, is_byok: true })).toEqual([])
    const all = { cost: usd(2), credential_id: byok, is_byok: true, model: "acme/other" }
    expect(flags({ flags: ["price_missing", "late"] }, all)).toEqual([
      "overdrawn",
      "late",
      "outside_plan",
      "outside_policy"
    ])
  })

  it("is outside of its policy by another model or provider than it states, and by none that it does not", () => {
    const isOutside = (opened: Partial<HoldRecord>, stated: object) =>
      HoldLife.settled(aHold(opened), { ...costing(1), ...stated }, end).flags.includes("outside_policy")
    expect(isOutside({}, { model: "acme/writer" })).toBe(false)
    expect(isOutside({}, { model: "acme/other" })).toBe(true)
    expect(isOutside({}, { model: "acme/other", same_models: ["acme/writer"] })).toBe(false)
    expect(isOutside({ models: [] }, { model: "acme/other" })).toBe(false)
    expect(isOutside({ provider: "openai" }, {})).toBe(false)
    expect(isOutside({ provider: "openai" }, { provider: "openai" })).toBe(false)
    expect(isOutside({ provider: "openai" }, { provider: "anthropic" })).toBe(true)
    expect(isOutside({ providers: ["openai"] }, {})).toBe(false)
    expect(isOutside({ providers: ["openai"] }, { provider: "openai" })).toBe(false)
    expect(isOutside({ providers: ["openai"] }, { provider: "anthropic" })).toBe(true)
    expect(isOutside({ ignored_providers: ["openai"] }, { provider: "openai" })).toBe(true)
    expect(isOutside({ ignored_providers: ["openai"] }, { provider: "vllm" })).toBe(false)
    // A provider that was stated at the opening was judged then.
    expect(isOutside({ providers: ["anthropic"], provider: "vllm" }, { provider: "vllm" })).toBe(false)
    expect(isOutside({ providers: ["anthropic"], provider: "vllm" }, { provider: "anthropic" })).toBe(true)
  })

  it("is overdrawn by its corrected cost, and no longer if that is lower", () => {
    const settled = HoldLife.settled(hold, costing(1), end + 1)
    const higher = HoldLife.corrected(settled, usd(1.5))
    expect(higher).toEqual({ ...settled, cost: usd(1.5), corrections: 1, flags: ["overdrawn", "late"] })
    expect(HoldLife.corrected(higher, usd(1))).toEqual({ ...settled, corrections: 2 })
    expect(HoldLife.corrected(settled, usd(1))).toBe(settled)
  })

  it("of an unknown outcome has the flag that says why", () => {
    const failed = HoldLife.unknown(hold, "price_missing", 7)
    expect(failed).toEqual({ ...hold, state: "unknown", ended_at: 7, flags: ["price_missing"] })
    expect(HoldLife.unknown(hold, null, 7).flags).toEqual([])
  })

  it("runs until the end of its lease, and has ended with it, whenever it is given back", () => {
    expect([end - 1, end].map((now) => HoldLife.isRunning(hold, now))).toEqual([true, false])
    expect(HoldLife.isRunning(aHold({ state: "unknown" }), 0)).toBe(false)
    expect(HoldLife.expired(hold, end - 1)).toBe(hold)
    expect(HoldLife.expired(hold, end + 5)).toEqual({ ...hold, state: "expired", ended_at: end })
    const sent = HoldLife.sent(hold, 5)
    expect([sent.sent_at, HoldLife.sent(sent, 9)]).toEqual([5, sent])
    expect(HoldLife.expired(sent, end)).toEqual({ ...sent, state: "unknown", ended_at: end })
  })

  it("is released before and after its lease, but once its request was sent only before", () => {
    const sent = HoldLife.sent(hold, 5)
    expect(HoldLife.released(hold, end + 1)).toEqual({ ...hold, state: "released", ended_at: end + 1 })
    expect(HoldLife.released(sent, end - 1)).toEqual({ ...sent, state: "released", ended_at: end - 1 })
    expect(HoldLife.released(sent, end)).toEqual({ ...sent, state: "unknown", ended_at: end })
  })

  it("grows to the greater of two amounts, by a part of the day, and its lease never becomes shorter", () => {
    expect([null, usd(0.5), usd(1), usd(1.25)].map((amount) => HoldLife.growth(hold, amount))).toEqual([
      usd(0),
      usd(0),
      usd(0),
      usd(0.25)
    ])
    const today = Day.of(evening)
    const same = HoldLife.extended(hold, today, usd(0.25), end - 1)
    expect(same).toEqual({ ...hold, amount: usd(1.25), parts: [{ day: today, amount: usd(1.25) }] })
    const tomorrow = Day.of(evening + 86_400_000)
    const next = HoldLife.extended(same, tomorrow, usd(0.5), end + 1)
    expect(next).toEqual({
      ...same,
      amount: usd(1.75),
      parts: [...same.parts, { day: tomorrow, amount: usd(0.5) }],
      lease_ends_at: end + 1
    })
    expect(HoldLife.extended(hold, tomorrow, usd(0), end).parts).toBe(hold.parts)
  })

  it("counts unless it has expired or was released, and has ended unless it is open or unknown", () => {
    expect(states.filter((state) => HoldLife.counts({ state }))).toEqual(["open", "unknown", "settled"])
    expect(states.filter((state) => HoldLife.hasEnded({ state }))).toEqual(["expired", "released", "settled"])
  })

  it("of a damaged row counts as 0 if it is settled without a cost, so that a verification can report it", () => {
    expect(HoldLife.costOf(aHold({ state: "settled", cost: null }))).toBe(0n)
  })
})
