import type { TokenUsage } from "#models"
import { InvalidInput } from "#refusals"
import * as Shared from "#shared"
import { UsageMismatch } from "./errors/UsageMismatch.js"

export { UsageMismatch } from "./errors/UsageMismatch.js"

/** A conversion that throws why there is no usage. */
const throwing =
  (convert: typeof Shared.openAiChat) =>
  (usage: unknown): TokenUsage => {
    const converted = convert(usage)
    if ("usage" in converted) return converted.usage
    if ("issues" in converted) throw new InvalidInput({ issues: converted.issues })
    throw new UsageMismatch(converted.mismatch)
  }

/**
 * Converts the `usage` of a chat completion of OpenAI, or of a provider with the same API.
 *
 * @throws {InvalidInput} if it has another form, or is missing; its `issues` name each field.
 * @throws {UsageMismatch} if its parts do not agree with its own totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.openAiChat({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 })
 */
export const openAiChat = throwing(Shared.openAiChat)

/**
 * Converts the `usage` of OpenAI's Responses API.
 *
 * @throws {InvalidInput} if it has another form, or is missing; its `issues` name each field.
 * @throws {UsageMismatch} if its parts do not agree with its own totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.openAiResponses({ input_tokens: 10, output_tokens: 5, total_tokens: 15 })
 */
export const openAiResponses = throwing(Shared.openAiResponses)

/**
 * Converts the `usage` of Anthropic's Messages API.
 *
 * @throws {InvalidInput} if it has another form, or is missing; its `issues` name each field.
 * @throws {UsageMismatch} if its parts do not agree with its own totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.anthropic({ input_tokens: 50, cache_read_input_tokens: 950, output_tokens: 200 })
 */
export const anthropic = throwing(Shared.anthropic)

/**
 * Converts the `usageMetadata` of Gemini.
 *
 * @throws {InvalidInput} if it has another form, or is missing; its `issues` name each field.
 * @throws {UsageMismatch} if its parts do not agree with its own totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.gemini({ promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 })
 */
export const gemini = throwing(Shared.gemini)

/**
 * Converts a usage of the AI SDK: the `usage` of a result of version 5 or later, or what a language model reports to middleware. In version 5,
 * convert `providerMetadata.anthropic.usage` by `anthropic` instead: cached tokens are missing in the usage there.
 *
 * @throws {InvalidInput} if it has another form, is missing, or its input or output is unknown; its `issues` name each field.
 * @throws {UsageMismatch} if its parts do not agree with its own totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.aiSdk({ inputTokens: 10, outputTokens: 5, totalTokens: 15 })
 */
export const aiSdk = throwing(Shared.aiSdk)

/**
 * Converts the `gen_ai.usage.*` attributes of an OpenTelemetry span.
 *
 * @throws {InvalidInput} if they have another form, or are missing; its `issues` name each field.
 * @throws {UsageMismatch} if the parts do not agree with the totals.
 * @example
 * import { UsageFrom } from "@tollgate/client"
 *
 * const { input, output } = UsageFrom.openTelemetry({ "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 5 })
 */
export const openTelemetry = throwing(Shared.openTelemetry)
