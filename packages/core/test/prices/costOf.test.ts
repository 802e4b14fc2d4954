import { describe, expect, it } from "@effect/vitest"
import { costOf, inputTokens, type PriceTier, type RateCard, type Usage, Usd } from "@tollgate/core"
import { FastCheck as fc, Struct } from "effect"
import { runs } from "../../../../test/runs.js"
import { card, usage } from "./support.js"

const often = { fastCheck: { numRuns: runs(400, 2_000) } }
const nanos = (max: number) => fc.bigInt({ min: 0n, max: BigInt(max) }).map((amount) => Usd.Usd.make(amount))
const rate = nanos(100_000_000_000)
const perhaps = fc.option(rate)

const parts = {
  input: rate,
  output: rate,
  cache_read: perhaps,
  cache_write: perhaps,
  cache_write_hour: perhaps,
  reasoning: perhaps,
  audio_input: perhaps,
  audio_output: perhaps,
  image_input: perhaps,
  image_output: perhaps
}
const rates = fc.record({ ...parts, request: perhaps, image: perhaps })
const tiers = fc
  .array(fc.record({ ...parts, input: perhaps, output: perhaps, above: fc.integer({ min: 1, max: 2_000_000 }) }), {
    maxLength: 3
  })
  .map((all) => [...new Map(all.map((tier) => [tier.above, tier])).values()].toSorted((a, b) => a.above - b.above))
const cardOf = (arbitrary: fc.Arbitrary<ReadonlyArray<PriceTier>>): fc.Arbitrary<RateCard> =>
  fc.record({ rates, tiers: arbitrary }).map((prices) => ({
    provider: "acme",
    model: "m",
    aliases: [],
    effective_from: null,
    effective_until: null,
    ...prices
  }))
const flat = cardOf(fc.constant([]))
const tiered = cardOf(tiers)

const names = Struct.keys(usage({}))
const used: fc.Arbitrary<Usage> = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })), {
    minLength: names.length,
    maxLength: names.length
  })
  .map((counts) => usage(Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0]))))

/** A fraction of integers: the oracle of exactness, without a rounding. */
type Fraction = readonly [above: bigint, below: bigint]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const ceiling = ([above, below]: Fraction) => above / below + (above % below === 0n ? 0n : 1n)

const fallbacks = {
  input: [],
  output: [],
  cache_read: ["input"],
  cache_write: ["input"],
  cache_write_hour: ["cache_write", "input"],
  reasoning: ["output"],
  audio_input: ["input"],
  audio_output: ["output"],
  image_input: ["input"],
  image_output: ["output"]
} as const

const oracle = (prices: RateCard, used: Usage): bigint => {
  const tier = prices.tiers.filter(({ above }) => inputTokens(used) > above).at(-1)
  const tokens = Struct.keys(fallbacks).map((part): Fraction => {
    const candidates = [part, ...fallbacks[part]].map((rate) => tier?.[rate] ?? prices.rates[rate])
    return [BigInt(used[part]) * (candidates.find((rate) => rate !== null) ?? 0n), 1_000_000n]
  })
  const units = (prices.rates.request ?? 0n) + BigInt(used.images) * (prices.rates.image ?? 0n)
  return ceiling(tokens.reduce(plus, [units, 1n]))
}

const sumOf = (a: Usage, b: Usage) => usage(Object.fromEntries(names.map((name) => [name, a[name] + b[name]])))

describe("costOf", () => {
  it.prop(
    "is the exact sum, rounded up once, as computed in fractions",
    [tiered, used],
    ([card, used]) => {
      expect(costOf(card, used)).toBe(oracle(card, used))
    },
    often
  )

  it.prop(
    "never falls when a part grows within a tier",
    [flat, used, fc.constantFrom(...names), fc.integer({ min: 0, max: 1_000_000 })],
    ([card, used, name, more]) => {
      expect(costOf(card, { ...used, [name]: used[name] + more })).toBeGreaterThanOrEqual(costOf(card, used))
    },
    often
  )

  it.prop(
    "is additive up to one rounding: two requests cost what one with both usages does, one nano-dollar more at most",
    [flat, used, used],
    ([card, a, b]) => {
      const request = card.rates.request ?? 0n
      const apart = costOf(card, a) + costOf(card, b) - request
      const together = costOf(card, sumOf(a, b))
      expect([together, together + 1n]).toContain(apart)
    },
    often
  )

  it("has no floating point: 20,212 input tokens, of which 16,298 are cached, and 931 output tokens", () => {
    const prices = card({ input: 0.5, cache_read: 0.05, output: 3 })
    expect(costOf(prices, usage({ input: 20_212 - 16_298, cache_read: 16_298, output: 931 }))).toBe(5_564_900n)
  })

  it("rounds up a price below a nano-dollar, and a free request costs nothing", () => {
    expect(costOf(card({ input: 0.000000001, output: 0 }), usage({ input: 1 }))).toBe(1n)
    expect(costOf(card({ input: 0, output: 0 }), usage({ input: 1000, output: 1000 }))).toBe(0n)
    expect(costOf(card({ input: 1, output: 1 }), usage({}))).toBe(0n)
  })

  it("adds the price of the request, and of each generated image", () => {
    const prices = card({ input: 1, output: 2, request: 0.01, image: 0.04 })
    expect(Usd.toNumber(costOf(prices, usage({ input: 1_000_000, images: 2 })))).toBe(1.09)
  })

  it("applies a tier to the whole request as soon as the input, cached tokens included, exceeds its bound", () => {
    const prices = card({ input: 1, output: 10, cache_read: 0.1 }, [
      { above: 200_000, input: 2, output: 15 },
      { above: 500_000, input: 4 }
    ])
    const dollars = (input: number, cache_read: number) =>
      Usd.toNumber(costOf(prices, usage({ input, cache_read, output: 1_000_000 })))
    expect(dollars(100_000, 100_000)).toBe(10.11)
    // Rates that the tier does not state are the card's.
    expect(dollars(100_001, 100_000)).toBe(15.210002)
    expect(dollars(500_001, 0)).toBe(12.000004)
  })

  it("prices a part without a rate of its own like the part that it belongs to", () => {
    const prices = card({ input: 1, output: 10, cache_write: 2 })
    const each = { input: 1, cache_read: 1, audio_input: 1, image_input: 1 }
    expect(costOf(prices, usage(each))).toBe(4_000n)
    expect(costOf(prices, usage({ cache_write: 1, cache_write_hour: 1 }))).toBe(4_000n)
    expect(costOf(prices, usage({ output: 1, reasoning: 1, audio_output: 1, image_output: 1 }))).toBe(40_000n)
  })
})
