import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { nullable, required, strict } from "../schema/fields.js"
import { Instant } from "../schema/Instant.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import { fromNumber, toNumber, Usd } from "../values/Usd.js"
import { PriceModel } from "./PriceModel.js"
import type { PriceTier, UnitRates } from "./RateCard.js"

const MAX_RATE = 100_000

/** A rate: US dollars in JSON, integer nano-dollars in memory. Finer digits round to the nearest nano-dollar. */
export const Rate = Schema.transform(
  Schema.Finite.pipe(Schema.between(0, MAX_RATE)),
  Schema.typeSchema(Usd).pipe(Schema.betweenBigInt(0n, BigInt(MAX_RATE) * 1_000_000_000n)),
  { strict: true, decode: fromNumber, encode: toNumber }
).pipe(expected(`a number of US dollars between 0 and ${MAX_RATE}`))

const optionalRate = (description: string) => nullable(Schema.NullOr(Rate), description)

/** The rates that have a fallback. In a tier, a rate that is null is the card's. */
const withFallback = {
  cache_read: optionalRate("USD per million tokens read from the cache. Null means the rate of `input`."),
  cache_write: optionalRate("USD per million tokens written to the cache. Null means the rate of `input`."),
  cache_write_hour: optionalRate(
    "USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`."
  ),
  reasoning: optionalRate("USD per million reasoning tokens. Null means the rate of `output`."),
  audio_input: optionalRate("USD per million input tokens of audio. Null means the rate of `input`."),
  audio_output: optionalRate("USD per million output tokens of audio. Null means the rate of `output`."),
  image_input: optionalRate("USD per million input tokens of images. Null means the rate of `input`."),
  image_output: optionalRate("USD per million output tokens of images. Null means the rate of `output`.")
}

/** Input for prices of units in USD. */
const NewUnitRates = Schema.Struct({
  calls: optionalRate("USD per call. Null means that the card does not price calls."),
  seconds: optionalRate("USD per second. Null means that the card does not price seconds."),
  characters: optionalRate("USD per million characters. Null means that the card does not price characters.")
}).annotations({ identifier: "NewUnitRates", description: "Prices of units in USD.", ...strict })

/** Input for prices of a model in USD: per million tokens, per request, per generated image and per unit. */
const NewRates = Schema.Struct({
  input: optionalRate("USD per million input tokens. 0 means free. Null means that the card does not price them."),
  output: optionalRate("USD per million output tokens. 0 means free. Null means that the card does not price them."),
  ...withFallback,
  request: optionalRate("USD per request, in addition to the tokens. Null means 0."),
  image: optionalRate(
    "USD per generated image, in addition to the tokens. Null means that the card does not price images."
  ),
  units: Schema.optionalWith(NewUnitRates, {
    default: (): UnitRates => ({ calls: null, seconds: null, characters: null })
  }).annotations({ description: "Prices of units, in addition to the tokens." })
}).annotations({ identifier: "NewRates", description: "Prices of a model in USD.", ...strict })

/** Input for rates of requests with more than `above` input tokens. */
const NewPriceTier = Schema.Struct({
  above: required(
    Schema.Int.pipe(Schema.between(1, 1_000_000_000), expected("a whole number from 1 to 1000000000")),
    "The tier applies to a request with more input tokens than this, cached ones included."
  ),
  input: optionalRate("USD per million input tokens. Null means the rate of the card."),
  output: optionalRate("USD per million output tokens. Null means the rate of the card."),
  ...withFallback
}).annotations({
  identifier: "NewPriceTier",
  description: "Rates for requests with a large input. A rate that is null is the card's.",
  ...strict
})

const tiers = Schema.Array(NewPriceTier).pipe(
  Schema.maxItems(10),
  Schema.filter((all) => all.every((tier, at) => tier.above > (all[at - 1]?.above ?? 0)), {
    jsonSchema: {}
  }),
  expected("at most 10 tiers in ascending order of above")
)

/**
 * Input for the prices of one model at one provider, for a period of time. It decodes to a `RateCard`: what is omitted is
 * null or empty there.
 */
export const NewRateCard = Schema.Struct({
  provider: required(ProviderSlug, "Slug of the provider of the model, such as openai, or of a server of your own."),
  model: required(PriceModel, "Id of the model at this provider."),
  aliases: Schema.optionalWith(Schema.Array(PriceModel).pipe(Schema.maxItems(20)), {
    default: (): ReadonlyArray<string> => []
  }).annotations({ description: "Other ids of the model, at most 20.", default: [] }),
  effective_from: nullable(Schema.NullOr(Instant), "Start of the period. Null means without a start."),
  effective_until: nullable(Schema.NullOr(Instant), "End of the period, exclusive. Null means without an end."),
  rates: NewRates,
  tiers: Schema.optionalWith(tiers, { default: (): ReadonlyArray<PriceTier> => [] }).annotations({
    description: "Rates for requests with a large input, in ascending order of `above`. At most 10.",
    default: []
  })
}).annotations({
  identifier: "NewRateCard",
  description: "The prices of one model at one provider, for a period of time.",
  ...strict
})
