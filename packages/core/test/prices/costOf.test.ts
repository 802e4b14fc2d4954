import { describe, expect, it } from "@effect/vitest"
import { costOf, inputTokens, type PriceTier, type RateCard, type Usage, Usd } from "@tollgate/core"
import { FastCheck as fc, Struct } from "effect"
import { runs } from "../../../../test/runs.js"
import { add } from "../../src/prices/Usage.js"
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
/** Rates that price every usage. */
const whole = fc.record({
  ...parts,
  request: perhaps,
  image: rate,
  units: fc.record({ calls: rate, seconds: rate, characters: rate })
})
/** Rates that do not. */
const partial = fc.record({
  ...{ ...parts, input: perhaps, output: perhaps, request: perhaps, image: perhaps },
  units: fc.record({ calls: perhaps, seconds: perhaps, characters: perhaps })
})
const tiers = fc
  .array(fc.record({ ...parts, input: perhaps, output: perhaps, above: fc.integer({ min: 1, max: 2_000_000 }) }), {
    maxLength: 3
  })
  .map((all) => [...new Map(all.map((tier) => [tier.above, tier])).values()].toSorted((a, b) => a.above - b.above))
const cardOf = (
  rates: fc.Arbitrary<RateCard["rates"]>,
  tiers: fc.Arbitrary<ReadonlyArray<PriceTier>>
): fc.Arbitrary<RateCard> =>
  fc.record({ rates, tiers }).map((prices) => ({
    provider: "acme",
    model: "m",
    aliases: [],
    effective_from: null,
    effective_until: null,
    ...prices
  }))
const flat = cardOf(whole, fc.constant([]))
const tiered = fc.oneof(cardOf(whole, tiers), cardOf(partial, tiers))

/** The counts of the parts and of the units, by name. */
const countsOf = ({ units, ...parts }: Usage) => ({ ...parts, ...units })
const usageOf = ({ calls, characters, seconds, ...parts }: ReturnType<typeof countsOf>): Usage =>
  usage({ ...parts, units: { calls, characters, seconds } })
const zeros = countsOf(usage({}))
const names = Struct.keys(zeros)
const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 }))
const used: fc.Arbitrary<Usage> = fc
  .array(count, { minLength: names.length, maxLength: names.length })
  .map((counts) => usageOf({ ...zeros, ...Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0])) }))

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

/** A count, its rate, and the number of units that the rate is for. */
type Line = readonly [count: number, rate: bigint | null, per: bigint]

/** Null if something was used that has no rate. */
const oracle = (prices: RateCard, used: Usage): bigint | null => {
  const tier = prices.tiers.filter(({ above }) => inputTokens(used) > above).at(-1)
  const tokens = Struct.keys(fallbacks).map((part): Line => {
    const candidates = [part, ...fallbacks[part]].map((rate) => tier?.[rate] ?? prices.rates[rate])
    return [used[part], candidates.find((rate) => rate !== null) ?? null, 1_000_000n]
  })
  const { image, request, units } = prices.rates
  const lines: ReadonlyArray<Line> = [
    ...tokens,
    [1, request ?? 0n, 1n],
    [used.images, image, 1n],
    [used.units.calls, units.calls, 1n],
    [used.units.seconds, units.seconds, 1n],
    [used.units.characters, units.characters, 1_000_000n]
  ]
  if (lines.some(([count, rate]) => count > 0 && rate === null)) return null
  return ceiling(
    lines.map(([count, rate, per]): Fraction => [BigInt(count) * (rate ?? 0n), per]).reduce(plus, [0n, 1n])
  )
}

const sumOf = (a: Usage, b: Usage) => {
  const [one, other] = [countsOf(a), countsOf(b)]
  return usageOf({ ...zeros, ...Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) })
}

/** The cost of a usage that the card prices. */
const priceOf = (card: RateCard, usage: Usage) => {
  const cost = costOf(card, usage)
  if (cost === null) throw new Error("The card does not price the usage.")
  return cost
}

describe("costOf", () => {
  it.prop(
    "is the exact sum, rounded up once, as computed in fractions, and null where something has no rate",
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
      const counts = countsOf(used)
      const grown = usageOf({ ...counts, [name]: counts[name] + more })
      expect(priceOf(card, grown)).toBeGreaterThanOrEqual(priceOf(card, used))
    },
    often
  )

  it.prop(
    "is additive up to one rounding: two requests cost what one with both usages does, one nano-dollar more at most",
    [flat, used, used],
    ([card, a, b]) => {
      const request = card.rates.request ?? 0n
      const apart = priceOf(card, a) + priceOf(card, b) - request
      const together = priceOf(card, sumOf(a, b))
      expect(add(a, b)).toEqual(sumOf(a, b))
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
    expect(Usd.toNumber(priceOf(prices, usage({ input: 1_000_000, images: 2 })))).toBe(1.09)
    expect(costOf(card({ input: 1, output: 2 }), usage({ image_output: 1_000, images: 1 }))).toBe(null)
  })

  it("adds the price of each call and second, and of characters by the million, in tiers as well", () => {
    const units = { calls: 0.01, seconds: 0.0001, characters: 15 }
    const prices = card({ input: 1, output: 2, units }, [{ above: 10, input: 2 }])
    const used = { calls: 3, seconds: 90, characters: 2_000 }
    expect(Usd.toNumber(priceOf(prices, usage({ units: used })))).toBe(0.069)
    expect(Usd.toNumber(priceOf(prices, usage({ input: 1_000_000, units: used })))).toBe(2.069)
    // A character costs 18.75 nano-dollars.
    expect(
      costOf(card({ input: 0, output: 0, units: { characters: 0.01875 } }), usage({ units: { characters: 4 } }))
    ).toBe(75n)
  })

  it("has no price for tokens and units without a rate, which are not free, unless their count is 0", () => {
    const tool = card({ units: { calls: 0.01 } })
    expect(costOf(tool, usage({ units: { calls: 1 } }))).toBe(10_000_000n)
    for (const part of Struct.keys(fallbacks)) {
      expect(costOf(tool, usage({ [part]: 1, units: { calls: 1 } }))).toBeNull()
      expect(costOf(card({ [part]: 1 }), usage({ [part]: 1 }))).toBe(1_000n)
    }
    const one = { calls: 1, seconds: 1, characters: 1 }
    const all = card({ input: 0, output: 0, units: one })
    expect(costOf(all, usage({ units: one }))).toBe(2_000_001_000n)
    for (const unit of Struct.keys(one)) {
      const without = card({ input: 0, output: 0, units: { ...one, [unit]: null } })
      expect(costOf(without, usage({ units: { [unit]: 1 } }))).toBeNull()
      expect(costOf(without, usage({ units: one }))).toBeNull()
      expect(costOf(without, usage({ units: { ...one, [unit]: 0 } }))).not.toBeNull()
      expect(costOf(card({ input: 1, output: 1 }), usage({ input: 1, units: { [unit]: 1 } }))).toBeNull()
      expect(costOf(card({ input: 0, output: 0, units: { ...one, [unit]: 0 } }), usage({ units: { [unit]: 1 } }))).toBe(
        0n
      )
    }
  })

  it("applies a tier to the whole request as soon as the input, cached tokens included, exceeds its bound", () => {
    const prices = card({ input: 1, output: 10, cache_read: 0.1 }, [
      { above: 200_000, input: 2, output: 15 },
      { above: 500_000, input: 4 }
    ])
    const dollars = (input: number, cache_read: number) =>
      Usd.toNumber(priceOf(prices, usage({ input, cache_read, output: 1_000_000 })))
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
