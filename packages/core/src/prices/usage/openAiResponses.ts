import * as Schema from "effect/Schema"
import { Count } from "../Usage.js"
import { fromOpenAi, InputDetails, OutputDetails } from "./openAi.js"
import { reading } from "./wire.js"

const Stated = Schema.Struct({
  input_tokens: Count,
  output_tokens: Count,
  total_tokens: Count,
  input_tokens_details: InputDetails,
  output_tokens_details: OutputDetails
})

/**
 * Converts the `usage` of an OpenAI response, or of an answer of the images API. `total_tokens` must be the sum of input and
 * output, which include cached and reasoning tokens.
 *
 * Source: OpenAI API reference, "The response object", `usage`.
 */
export const openAiResponses = reading(Stated, (usage) =>
  fromOpenAi({
    input: usage.input_tokens,
    output: usage.output_tokens,
    total: usage.total_tokens,
    inputDetails: usage.input_tokens_details,
    outputDetails: usage.output_tokens_details
  })
)
