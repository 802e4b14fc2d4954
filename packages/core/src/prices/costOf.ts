import { Usd } from "../values/Usd.js"
import type { PriceTier, RateCard, Rates } from "./RateCard.js"
import { inputTokens, type Usage } from "./Usage.js"

const MILLION = 1_000_000n

/** The last tier whose bound the input exceeds; undefined if there is none. */
const tierOf = ({ tiers }: RateCard, usage: Usage): PriceTier | undefined => {
  if (tiers.length === 0) return undefined
  const input = inputTokens(usage)
  return tiers.findLast(({ above }) => input > above)
}

/** The rates of a tier, each completed by the card's. */
const ratesIn = (rates: Rates, tier: PriceTier): Rates => ({
  input: tier.input ?? rates.input,
  output: tier.output ?? rates.output,
  cache_read: tier.cache_read ?? rates.cache_read,
  cache_write: tier.cache_write ?? rates.cache_write,
  cache_write_hour: tier.cache_write_hour ?? rates.cache_write_hour,
  reasoning: tier.reasoning ?? rates.reasoning,
  audio_input: tier.audio_input ?? rates.audio_input,
  audio_output: tier.audio_output ?? rates.audio_output,
  image_input: tier.image_input ?? rates.image_input,
  image_output: tier.image_output ?? rates.image_output,
  request: rates.request,
  image: rates.image
})

/** Most parts of most usages are 0, and a conversion to bigint costs more than this test. */
const times = (count: number, rate: bigint): bigint => (count === 0 ? 0n : BigInt(count) * rate)

/**
 * The price of one request, exact to the nano-dollar: the sum of the parts at their rates, and the rate per request, rounded
 * up once. A tier applies to the whole request.
 *
 * @example
 * import { costOf, NewRateCard, Usage, Usd } from "@tollgate/core"
 * import { Schema } from "effect"
 *
 * const card = Schema.decodeSync(NewRateCard)({ provider: "acme", model: "m", rates: { input: 0.15, output: 0.6 } })
 * const usage = Schema.decodeSync(Usage)({ input: 1000, output: 200 })
 * console.log(Usd.toNumber(costOf(card, usage))) // 0.00027
 */
export const costOf = (card: RateCard, usage: Usage): Usd => {
  const tier = tierOf(card, usage)
  const rates = tier === undefined ? card.rates : ratesIn(card.rates, tier)
  const { input, output } = rates
  const cacheWrite = rates.cache_write ?? input
  const tokens =
    times(usage.input, input) +
    times(usage.cache_read, rates.cache_read ?? input) +
    times(usage.cache_write, cacheWrite) +
    times(usage.cache_write_hour, rates.cache_write_hour ?? cacheWrite) +
    times(usage.audio_input, rates.audio_input ?? input) +
    times(usage.image_input, rates.image_input ?? input) +
    times(usage.output, output) +
    times(usage.reasoning, rates.reasoning ?? output) +
    times(usage.audio_output, rates.audio_output ?? output) +
    times(usage.image_output, rates.image_output ?? output)
  const nanos = (tokens + MILLION - 1n) / MILLION + (rates.request ?? 0n) + times(usage.images, rates.image ?? 0n)
  return Usd.make(nanos, true)
}
