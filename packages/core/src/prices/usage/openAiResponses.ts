import { fromOpenAi, InputDetails, OutputDetails } from "./openAi.js"
import { amount, reading, record } from "./reading.js"

const Stated = record({
  input_tokens: amount,
  output_tokens: amount,
  total_tokens: amount,
  input_tokens_details: InputDetails,
  output_tokens_details: OutputDetails
})

/** See `UsageFrom`. */
export const openAiResponses = reading(Stated, (usage) =>
  fromOpenAi({
    input: usage.input_tokens,
    output: usage.output_tokens,
    total: usage.total_tokens,
    inputDetails: usage.input_tokens_details,
    outputDetails: usage.output_tokens_details
  })
)
