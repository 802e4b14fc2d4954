import { Mismatch } from "./Mismatch.js"
import { none } from "./none.js"
import { amount, count, known, nullable, reading, record } from "./reading.js"

const Stated = record({
  input_tokens: amount,
  output_tokens: amount,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: known,
  cache_creation: nullable(record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }), undefined)
})

/** See `UsageFrom`. */
export const anthropic = reading(Stated, (usage) => {
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
  const written = (usage.cache_creation?.ephemeral_5m_input_tokens ?? 0) + hour
  const total = usage.cache_creation_input_tokens ?? written
  if (usage.cache_creation !== undefined && written !== total) {
    return new Mismatch("cache_write", total, written)
  }
  return {
    ...none,
    input: usage.input_tokens,
    cache_read: usage.cache_read_input_tokens,
    cache_write: total - hour,
    cache_write_hour: hour,
    output: usage.output_tokens
  }
})
