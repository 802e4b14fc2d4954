// Conversions of providers' usage objects into `Usage`, one per form.
import * as Either from "effect/Either"
import { InvalidInput } from "../schema/InvalidInput.js"
import type { Usage } from "./Usage.js"
import * as Conversions from "./usage/conversions.js"
import type { Converted } from "./usage/reading.js"
import { UsageMismatch } from "./usage/UsageMismatch.js"

export { UsageMismatch } from "./usage/UsageMismatch.js"

/** A usage, or why none can be derived from the provider's object. */
type FromWire = Either.Either<Usage, InvalidInput | UsageMismatch>

const inEither =
  (convert: (given: unknown) => Converted) =>
  (given: unknown): FromWire => {
    const converted = convert(given)
    if ("usage" in converted) return Either.right(converted.usage)
    if ("issues" in converted) return Either.left(new InvalidInput({ issues: converted.issues }))
    const { of, parts, total } = converted.mismatch
    return Either.left(new UsageMismatch({ of, parts, total }))
  }

/**
 * Converts a usage of the AI SDK: `usage` of version 5 or 6, or what a language model of version 6 reports to middleware.
 * The parts of each side must sum to its total, and both sides to `totalTokens` where it is present. A usage with an unknown
 * input or output is refused, because its price is unknown too.
 *
 * In version 5 the Anthropic provider leaves cached tokens out of `inputTokens`, and nothing in the usage says so: convert
 * its `providerMetadata.anthropic.usage` by `anthropic` there.
 *
 * Source: AI SDK reference, `LanguageModelUsage`; `@ai-sdk/provider`, `LanguageModelV2Usage` and `LanguageModelV3Usage`.
 */
export const aiSdk = inEither(Conversions.aiSdk)

/**
 * Converts the `usage` of an Anthropic message. Its parts do not overlap: `input_tokens` leaves out what was read from and
 * written to the cache. `cache_creation_input_tokens` must be the sum of `cache_creation`. Thinking is part of the output.
 * For a stream, merge the usage of `message_start` with that of the last `message_delta`, which is cumulative.
 *
 * Source: Anthropic API reference, "Messages", `usage`; "Prompt caching".
 */
export const anthropic = inEither(Conversions.anthropic)

/**
 * Converts the `usageMetadata` of a Gemini answer (Gemini API, Vertex AI, Live API). The prompt includes cached tokens.
 * `totalTokenCount` must be the sum of the prompt, the prompts of tools and the candidates; thoughts may be beside the
 * candidates or among them. Tokens of video and documents are priced as text.
 *
 * Source: Gemini API reference, "GenerateContentResponse", `UsageMetadata`.
 */
export const gemini = inEither(Conversions.gemini)

/**
 * Converts the `usage` of an OpenAI chat completion, and of the many APIs with the same form. `total_tokens` must be the sum
 * of the prompt and the completion; reasoning may be among the completion (OpenAI) or beside it (xAI). Accepted and rejected
 * prediction tokens are ordinary output.
 *
 * Source: OpenAI API reference, "The chat completion object", `usage`.
 */
export const openAiChat = inEither(Conversions.openAiChat)

/**
 * Converts the `usage` of an OpenAI response, or of an answer of the images API. `total_tokens` must be the sum of input and
 * output, which include cached and reasoning tokens.
 *
 * Source: OpenAI API reference, "The response object", `usage`.
 */
export const openAiResponses = inEither(Conversions.openAiResponses)

/**
 * Converts the attributes of a GenAI client span. Cached tokens are included in `gen_ai.usage.input_tokens` and reasoning in
 * `gen_ai.usage.output_tokens`, so neither may exceed it.
 *
 * Source: OpenTelemetry semantic conventions, registry of `gen_ai` attributes.
 */
export const openTelemetry = inEither(Conversions.openTelemetry)
