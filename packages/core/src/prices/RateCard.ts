import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import { UsdFromNumber } from "../values/Usd.js"
import { PriceModel } from "./PriceModel.js"

const rate = (description: string) => documented(Schema.NullOr(UsdFromNumber), description)

const withFallback = {
  cache_read: rate("USD per million tokens read from the cache. Null means the rate of `input`."),
  cache_write: rate("USD per million tokens written to the cache. Null means the rate of `input`."),
  cache_write_hour: rate(
    "USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`."
  ),
  reasoning: rate("USD per million reasoning tokens. Null means the rate of `output`."),
  audio_input: rate("USD per million input tokens of audio. Null means the rate of `input`."),
  audio_output: rate("USD per million output tokens of audio. Null means the rate of `output`."),
  image_input: rate("USD per million input tokens of images. Null means the rate of `input`."),
  image_output: rate("USD per million output tokens of images. Null means the rate of `output`.")
}

/** Prices of units in USD. */
export const UnitRates = Schema.Struct({
  calls: rate("USD per call. Null means that the card does not price calls."),
  seconds: rate("USD per second. Null means that the card does not price seconds."),
  characters: rate("USD per million characters. Null means that the card does not price characters.")
}).annotations({ identifier: "UnitRates", description: "Prices of units in USD." })
export interface UnitRates extends Schema.Schema.Type<typeof UnitRates> {}

/**
 * Prices of a model in USD: per million tokens, per request, per generated image and per unit. A usage that has tokens, images or units
 * without a rate has no price.
 */
export const Rates = Schema.Struct({
  input: rate("USD per million input tokens. Null means that the card does not price them."),
  output: rate("USD per million output tokens. Null means that the card does not price them."),
  ...withFallback,
  request: rate("USD per request, in addition to the tokens. Null means 0."),
  image: rate("USD per generated image, in addition to the tokens. Null means that the card does not price images."),
  units: documented(UnitRates, "Prices of units, in addition to the tokens.")
}).annotations({ identifier: "Rates", description: "Prices of a model in USD." })
export interface Rates extends Schema.Schema.Type<typeof Rates> {}

/** Rates for requests with more than `above` input tokens. They apply to all tokens of the request. */
export const PriceTier = Schema.Struct({
  above: documented(
    Schema.Int,
    "The tier applies to a request with more input tokens than this, cached ones included.",
    200_000
  ),
  input: rate("USD per million input tokens. Null means the rate of the card."),
  output: rate("USD per million output tokens. Null means the rate of the card."),
  ...withFallback
}).annotations({
  identifier: "PriceTier",
  description: "Rates for requests with a large input. A rate that is null is the card's."
})
export interface PriceTier extends Schema.Schema.Type<typeof PriceTier> {}

/**
 * The prices of one model, or of one tool, at one provider, for a period of time. Amounts are USD in JSON and integer nano-dollars in
 * memory.
 */
export const RateCard = Schema.Struct({
  provider: documented(unchecked(ProviderSlug), "Slug of the provider of the model.", "openai"),
  model: documented(unchecked(PriceModel), "Id of the model at this provider.", "gpt-4o-mini"),
  aliases: documented(Schema.Array(unchecked(PriceModel)), "Other ids of the model.", ["gpt-4o-mini-2024-07-18"]),
  effective_from: documented(Schema.NullOr(Schema.DateTimeUtc), "Start of the period. Null means without a start."),
  effective_until: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "End of the period, exclusive. Null means without an end."
  ),
  rates: documented(Rates, "Prices in USD."),
  tiers: documented(Schema.Array(PriceTier), "Rates for requests with a large input, in ascending order of `above`.")
}).annotations({
  identifier: "RateCard",
  description: "The prices of one model at one provider, for a period of time."
})
export interface RateCard extends Schema.Schema.Type<typeof RateCard> {}
