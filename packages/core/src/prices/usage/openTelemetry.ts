import * as Schema from "effect/Schema"
import { Count } from "../Usage.js"
import { joined, splitInput, splitOutput } from "./split.js"
import { count, reading } from "./wire.js"

const Stated = Schema.Struct({
  "gen_ai.usage.input_tokens": Count,
  "gen_ai.usage.output_tokens": Count,
  "gen_ai.usage.cache_read.input_tokens": count,
  "gen_ai.usage.cache_creation.input_tokens": count,
  "gen_ai.usage.reasoning.output_tokens": count
})

/**
 * Converts the attributes of a GenAI client span. Cached tokens are included in `gen_ai.usage.input_tokens` and reasoning in
 * `gen_ai.usage.output_tokens`, so neither may exceed it.
 *
 * Source: OpenTelemetry semantic conventions, registry of `gen_ai` attributes.
 */
export const openTelemetry = reading(Stated, (attributes) =>
  joined(
    splitInput({
      total: attributes["gen_ai.usage.input_tokens"],
      cacheRead: attributes["gen_ai.usage.cache_read.input_tokens"],
      cacheWrite: attributes["gen_ai.usage.cache_creation.input_tokens"]
    }),
    splitOutput({
      total: attributes["gen_ai.usage.output_tokens"],
      reasoning: attributes["gen_ai.usage.reasoning.output_tokens"]
    })
  )
)
