import { UsageFrom } from "@tollgate/core/models"
import * as Either from "effect/Either"
import { identity } from "effect/Function"
import type { TokenUsage } from "#models"

const { UsageMismatch } = UsageFrom

export { UsageMismatch }

/** A conversion that throws what the core's returns. */
const throwing =
  (convert: typeof UsageFrom.openAiChat) =>
  (usage: unknown): TokenUsage =>
    Either.getOrThrowWith(convert(usage), identity)

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
export const openAiChat = throwing(UsageFrom.openAiChat)

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
export const openAiResponses = throwing(UsageFrom.openAiResponses)

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
export const anthropic = throwing(UsageFrom.anthropic)

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
export const gemini = throwing(UsageFrom.gemini)

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
export const aiSdk = throwing(UsageFrom.aiSdk)

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
export const openTelemetry = throwing(UsageFrom.openTelemetry)
