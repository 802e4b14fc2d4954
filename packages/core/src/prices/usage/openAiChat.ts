import { fromOpenAi, InputDetails, OutputDetails } from "./openAi.js"
import { amount, count, reading, record } from "./reading.js"

const Stated = record({
  prompt_tokens: amount,
  // Absent for embeddings.
  completion_tokens: count,
  total_tokens: amount,
  prompt_tokens_details: InputDetails,
  completion_tokens_details: OutputDetails
})

/** See `UsageFrom`. */
export const openAiChat = reading(Stated, (usage) =>
  fromOpenAi({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    total: usage.total_tokens,
    inputDetails: usage.prompt_tokens_details,
    outputDetails: usage.completion_tokens_details
  })
)
