import { amount, count, reading, record } from "./reading.js"
import { joined, splitInput, splitOutput } from "./split.js"

const Stated = record({
  "gen_ai.usage.input_tokens": amount,
  "gen_ai.usage.output_tokens": amount,
  "gen_ai.usage.cache_read.input_tokens": count,
  "gen_ai.usage.cache_creation.input_tokens": count,
  "gen_ai.usage.reasoning.output_tokens": count
})

/** See `UsageFrom`. */
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
