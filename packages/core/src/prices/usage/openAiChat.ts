import * as Schema from "effect/Schema"
import { Count } from "../Usage.js"
import { fromOpenAi, InputDetails, OutputDetails } from "./openAi.js"
import { count, reading } from "./wire.js"

const Stated = Schema.Struct({
  prompt_tokens: Count,
  // Absent for embeddings.
  completion_tokens: count,
  total_tokens: Count,
  prompt_tokens_details: InputDetails,
  completion_tokens_details: OutputDetails
})

/**
 * Converts the `usage` of an OpenAI chat completion, and of the many APIs with the same form. `total_tokens` must be the sum
 * of the prompt and the completion; reasoning may be among the completion (OpenAI) or beside it (xAI). Accepted and rejected
 * prediction tokens are ordinary output.
 *
 * Source: OpenAI API reference, "The chat completion object", `usage`.
 */
export const openAiChat = reading(Stated, (usage) =>
  fromOpenAi({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    total: usage.total_tokens,
    inputDetails: usage.prompt_tokens_details,
    outputDetails: usage.completion_tokens_details
  })
)
