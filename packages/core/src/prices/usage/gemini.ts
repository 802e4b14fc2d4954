import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Count } from "../Usage.js"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"
import { count, reading } from "./wire.js"

const details = Schema.optionalWith(Schema.Array(Schema.Struct({ modality: Schema.String, tokenCount: count })), {
  default: () => [],
  nullable: true
})

const Stated = Schema.Struct({
  promptTokenCount: count,
  cachedContentTokenCount: count,
  toolUsePromptTokenCount: count,
  candidatesTokenCount: count,
  /** The Live API's name of `candidatesTokenCount`. */
  responseTokenCount: count,
  thoughtsTokenCount: count,
  totalTokenCount: Count,
  promptTokensDetails: details,
  cacheTokensDetails: details,
  toolUsePromptTokensDetails: details,
  candidatesTokensDetails: details,
  responseTokensDetails: details
})
type Details = (typeof Stated.Type)["promptTokensDetails"]

const of = (modality: string, ...lists: ReadonlyArray<Details>) =>
  lists.flat().reduce((sum, one) => (one.modality === modality ? sum + one.tokenCount : sum), 0)

/**
 * Converts the `usageMetadata` of a Gemini answer (Gemini API, Vertex AI, Live API). The prompt includes cached tokens.
 * `totalTokenCount` must be the sum of the prompt, the prompts of tools and the candidates; thoughts may be beside the
 * candidates or among them. Tokens of video and documents are priced as text.
 *
 * Source: Gemini API reference, "GenerateContentResponse", `UsageMetadata`.
 */
export const gemini = reading(Stated, (usage) => {
  const input = usage.promptTokenCount + usage.toolUsePromptTokenCount
  const reasoning = usage.thoughtsTokenCount
  const outputs = [usage.candidatesTokensDetails, usage.responseTokensDetails]
  const uncached = (modality: string) =>
    Math.max(
      0,
      of(modality, usage.promptTokensDetails, usage.toolUsePromptTokensDetails) - of(modality, usage.cacheTokensDetails)
    )
  const output = outputWithReasoning({
    input,
    output: usage.candidatesTokenCount + usage.responseTokenCount,
    reasoning,
    total: usage.totalTokenCount
  })
  return joined(
    splitInput({
      total: input,
      cacheRead: usage.cachedContentTokenCount,
      audio: uncached("AUDIO"),
      image: uncached("IMAGE")
    }),
    Either.flatMap(output, (total) =>
      splitOutput({ total, reasoning, audio: of("AUDIO", ...outputs), image: of("IMAGE", ...outputs) })
    )
  )
})
