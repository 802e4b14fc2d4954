import { type NewSettlement, UsageFrom } from "@tollgate/node"
import { settlementBy } from "./settlementBy.js"

/**
 * The settlement of a usage in the form of OpenAI's responses, whose totals include their details. Undefined if they do not add up, or are 0: so
 * frameworks show a usage that the provider has not stated.
 */
export const settlementFrom = (usage: {
  readonly input_tokens: unknown
  readonly output_tokens: unknown
  readonly total_tokens: unknown
  readonly input_tokens_details: object
  readonly output_tokens_details: object
}): NewSettlement | undefined => (usage.total_tokens ? settlementBy(UsageFrom.openAiResponses, usage) : undefined)
