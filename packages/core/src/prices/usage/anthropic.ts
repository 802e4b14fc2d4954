import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Count, none } from "../Usage.js"
import { UsageMismatch } from "./UsageMismatch.js"
import { count, counts, reading } from "./wire.js"

const Stated = Schema.Struct({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: Schema.optionalWith(Count, { nullable: true }),
  cache_creation: counts({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count })
})

/**
 * Converts the `usage` of an Anthropic message. Its parts do not overlap: `input_tokens` leaves out what was read from and
 * written to the cache. `cache_creation_input_tokens` must be the sum of `cache_creation`. Thinking is part of the output.
 * For a stream, merge the usage of `message_start` with that of the last `message_delta`, which is cumulative.
 *
 * Source: Anthropic API reference, "Messages", `usage`; "Prompt caching".
 */
export const anthropic = reading(Stated, (usage) => {
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  const written = (usage.cache_creation?.ephemeral_5m_input_tokens ?? 0) + hour
  const total = usage.cache_creation_input_tokens ?? written
  if (usage.cache_creation !== undefined && written !== total) {
    return Either.left(new UsageMismatch({ of: "cache_write", total, parts: written }))
  }
  return Either.right({
    ...none,
    input: usage.input_tokens,
    cache_read: usage.cache_read_input_tokens,
    cache_write: total - hour,
    cache_write_hour: hour,
    output: usage.output_tokens
  })
})
