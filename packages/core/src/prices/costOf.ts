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
  image: rates.image,
  units: rates.units
})

/** The sum of what counts cost at their rates. */
class Sum {
  nanos = 0n
  /** Whether there is a rate for all that was counted. */
  isPriced = true

  add(count: number, rate: bigint | null): void {
    // Most parts of most usages are 0, and a conversion to bigint costs more than this test.
    if (count === 0) return
    if (rate === null) this.isPriced = false
    else this.nanos += BigInt(count) * rate
  }
}

/**
 * The price of one request, exact to the nano-dollar: the sum of the parts at their rates, and the rate per request, rounded
 * up once. A tier applies to the tokens of the whole request. Null if the usage has tokens, images or units for which the card
 * has no rate: what is not priced is not free.
 *
 * @example
 * import { costOf, NewRateCard, Usage } from "@tollgate/core"
 * import { Schema } from "effect"
 *
 * const card = Schema.decodeSync(NewRateCard)({ provider: "acme", model: "m", rates: { input: 0.15, output: 0.6 } })
 * const usage = Schema.decodeSync(Usage)({ input: 1000, output: 200 })
 * console.log(costOf(card, usage)) // 270000n
 */
export const costOf = (card: RateCard, usage: Usage): Usd | null => {
  const tier = tierOf(card, usage)
  const rates = tier === undefined ? card.rates : ratesIn(card.rates, tier)
  const { input, output, units } = rates
  const cacheWrite = rates.cache_write ?? input
  const millions = new Sum()
  millions.add(usage.input, input)
  millions.add(usage.cache_read, rates.cache_read ?? input)
  millions.add(usage.cache_write, cacheWrite)
  millions.add(usage.cache_write_hour, rates.cache_write_hour ?? cacheWrite)
  millions.add(usage.audio_input, rates.audio_input ?? input)
  millions.add(usage.image_input, rates.image_input ?? input)
  millions.add(usage.output, output)
  millions.add(usage.reasoning, rates.reasoning ?? output)
  millions.add(usage.audio_output, rates.audio_output ?? output)
  millions.add(usage.image_output, rates.image_output ?? output)
  millions.add(usage.units.characters, units.characters)
  const each = new Sum()
  each.add(1, rates.request ?? 0n)
  each.add(usage.images, rates.image)
  each.add(usage.units.calls, units.calls)
  each.add(usage.units.seconds, units.seconds)
  if (!millions.isPriced || !each.isPriced) return null
  return Usd.make((millions.nanos + MILLION - 1n) / MILLION + each.nanos, true)
}
