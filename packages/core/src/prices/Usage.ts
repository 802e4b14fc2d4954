import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { strict } from "../schema/fields.js"
import { noUnits } from "./usage/none.js"

export { none, noUnits } from "./usage/none.js"

/** The greatest count of tokens, images or units in one usage. */
const MAX_COUNT = 1_000_000_000

/** A count of tokens, images or units. */
export const Count = Schema.Int.pipe(Schema.between(0, MAX_COUNT), expected(`a whole number from 0 to ${MAX_COUNT}`))

const part = (description: string) =>
  Schema.optionalWith(Count, { default: () => 0 }).annotations({ description, default: 0 })

/** What one request consumed that is counted in neither tokens nor images. Each unit defaults to 0. */
export const UsageUnits = Schema.Struct({
  calls: part("Calls of a tool or of an API."),
  seconds: part("Seconds, as of audio or video, in whole ones."),
  characters: part("Characters, as of text that is spoken or translated.")
}).annotations({
  identifier: "UsageUnits",
  description: "What one request consumed that is counted in neither tokens nor images. A unit that is omitted is 0.",
  ...strict
})
export interface UsageUnits extends Schema.Schema.Type<typeof UsageUnits> {}

/**
 * What one request consumed, in parts that do not overlap: a token is counted in exactly one of them. Each part defaults
 * to 0. `UsageFrom` converts the usage objects of providers.
 */
export const Usage = Schema.Struct({
  input: part("Input tokens that no other part counts: text that was neither read from nor written to a cache."),
  cache_read: part("Input tokens read from the provider's cache, of every modality."),
  cache_write: part("Input tokens written to the provider's cache, except those of `cache_write_hour`."),
  cache_write_hour: part("Input tokens written to the provider's cache for an hour."),
  output: part("Output tokens that no other part counts."),
  reasoning: part("Output tokens of reasoning."),
  audio_input: part("Uncached input tokens of audio."),
  audio_output: part("Output tokens of audio."),
  image_input: part("Uncached input tokens of images."),
  image_output: part("Output tokens of images."),
  images: part("Generated images. They count beside the tokens, not among them."),
  units: Schema.optionalWith(UsageUnits, { default: () => noUnits }).annotations({
    description:
      "What is counted in neither tokens nor images. Only a rate card with a rate for each of these units prices them."
  })
}).annotations({
  identifier: "Usage",
  description: "What one request consumed, in parts that do not overlap. A part that is omitted is 0.",
  ...strict
})
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

/** All input tokens. */
export const inputTokens = (usage: Usage): number =>
  usage.input + usage.cache_read + usage.cache_write + usage.cache_write_hour + usage.audio_input + usage.image_input

/** All output tokens. */
export const outputTokens = (usage: Usage): number =>
  usage.output + usage.reasoning + usage.audio_output + usage.image_output

/** What two requests consumed together, part by part. */
export const add = (one: Usage, other: Usage): Usage => ({
  input: one.input + other.input,
  cache_read: one.cache_read + other.cache_read,
  cache_write: one.cache_write + other.cache_write,
  cache_write_hour: one.cache_write_hour + other.cache_write_hour,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
  audio_input: one.audio_input + other.audio_input,
  audio_output: one.audio_output + other.audio_output,
  image_input: one.image_input + other.image_input,
  image_output: one.image_output + other.image_output,
  images: one.images + other.images,
  units: {
    calls: one.units.calls + other.units.calls,
    seconds: one.units.seconds + other.units.seconds,
    characters: one.units.characters + other.units.characters
  }
})
