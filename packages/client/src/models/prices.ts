// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** The prices of one model at one provider, for a period of time. */
export interface RateCard {
  /** Slug of the provider of the model. 1 to 50 characters. */
  readonly provider: string
  /** Id of the model at this provider. */
  readonly model: string
  /** Other ids of the model. */
  readonly aliases: ReadonlyArray<string>
  /** Start of the period. Null means without a start. */
  readonly effective_from: string | null
  /** End of the period, exclusive. Null means without an end. */
  readonly effective_until: string | null
  /** Prices in USD. */
  readonly rates: Rates
  /** Rates for requests with a large input, in ascending order of `above`. */
  readonly tiers: ReadonlyArray<PriceTier>
}

/** Prices of a model in USD. */
export interface Rates {
  /** USD per million input tokens. */
  readonly input: number
  /** USD per million output tokens. */
  readonly output: number
  /** USD per million tokens read from the cache. Null means the rate of `input`. */
  readonly cache_read: number | null
  /** USD per million tokens written to the cache. Null means the rate of `input`. */
  readonly cache_write: number | null
  /** USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`. */
  readonly cache_write_hour: number | null
  /** USD per million reasoning tokens. Null means the rate of `output`. */
  readonly reasoning: number | null
  /** USD per million input tokens of audio. Null means the rate of `input`. */
  readonly audio_input: number | null
  /** USD per million output tokens of audio. Null means the rate of `output`. */
  readonly audio_output: number | null
  /** USD per million input tokens of images. Null means the rate of `input`. */
  readonly image_input: number | null
  /** USD per million output tokens of images. Null means the rate of `output`. */
  readonly image_output: number | null
  /** USD per request, in addition to the tokens. Null means 0. */
  readonly request: number | null
  /** USD per generated image, in addition to the tokens. Null means 0. */
  readonly image: number | null
}

/** Rates for requests with a large input. A rate that is null is the card's. */
export interface PriceTier {
  /** The tier applies to a request with more input tokens than this, cached ones included. */
  readonly above: number
  /** USD per million input tokens. Null means the rate of the card. */
  readonly input: number | null
  /** USD per million output tokens. Null means the rate of the card. */
  readonly output: number | null
  /** USD per million tokens read from the cache. Null means the rate of `input`. */
  readonly cache_read: number | null
  /** USD per million tokens written to the cache. Null means the rate of `input`. */
  readonly cache_write: number | null
  /** USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`. */
  readonly cache_write_hour: number | null
  /** USD per million reasoning tokens. Null means the rate of `output`. */
  readonly reasoning: number | null
  /** USD per million input tokens of audio. Null means the rate of `input`. */
  readonly audio_input: number | null
  /** USD per million output tokens of audio. Null means the rate of `output`. */
  readonly audio_output: number | null
  /** USD per million input tokens of images. Null means the rate of `input`. */
  readonly image_input: number | null
  /** USD per million output tokens of images. Null means the rate of `output`. */
  readonly image_output: number | null
}
