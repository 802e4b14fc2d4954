import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Count } from "../Usage.js"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"
import { UsageMismatch } from "./UsageMismatch.js"
import { count, reading } from "./wire.js"

/** A count that may be unknown. */
const known = Schema.optionalWith(Count, { nullable: true })

/** The counts of one side as a language model of version 6 reports them. */
const side = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Union(Count, Schema.Struct({ total: Count, ...fields }))

const Stated = Schema.Struct({
  inputTokens: side({ noCache: known, cacheRead: count, cacheWrite: count }),
  outputTokens: side({ text: known, reasoning: count }),
  totalTokens: known,
  inputTokenDetails: Schema.optional(
    Schema.Struct({ noCacheTokens: known, cacheReadTokens: count, cacheWriteTokens: count })
  ),
  outputTokenDetails: Schema.optional(Schema.Struct({ textTokens: known, reasoningTokens: count })),
  cachedInputTokens: count,
  reasoningTokens: count
})
type Stated = typeof Stated.Type

const inputOf = ({ cachedInputTokens, inputTokenDetails: details, inputTokens: stated }: Stated) =>
  typeof stated === "number"
    ? {
        total: stated,
        rest: details?.noCacheTokens,
        cacheRead: details === undefined ? cachedInputTokens : details.cacheReadTokens,
        cacheWrite: details?.cacheWriteTokens ?? 0
      }
    : { total: stated.total, rest: stated.noCache, cacheRead: stated.cacheRead, cacheWrite: stated.cacheWrite }

const outputOf = ({ outputTokenDetails: details, outputTokens: stated, reasoningTokens }: Stated) =>
  typeof stated === "number"
    ? {
        total: stated,
        rest: details?.textTokens,
        reasoning: details === undefined ? reasoningTokens : details.reasoningTokens
      }
    : { total: stated.total, rest: stated.text, reasoning: stated.reasoning }

/** The mismatch of a side whose parts do not sum to its total; null if they do. */
const mismatch = (of: "input" | "output", total: number, rest: number | undefined, parts: number) =>
  rest === undefined || rest + parts === total ? null : new UsageMismatch({ of, total, parts: rest + parts })

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
export const aiSdk = reading(Stated, (usage) => {
  const input = inputOf(usage)
  const output = outputOf(usage)
  const wrong =
    mismatch("input", input.total, input.rest, input.cacheRead + input.cacheWrite) ??
    mismatch("output", output.total, output.rest, output.reasoning)
  if (wrong !== null) return Either.left(wrong)
  const total = outputWithReasoning({
    input: input.total,
    output: output.total,
    reasoning: output.reasoning,
    total: usage.totalTokens ?? input.total + output.total
  })
  return joined(
    splitInput({ total: input.total, cacheRead: input.cacheRead, cacheWrite: input.cacheWrite }),
    Either.flatMap(total, (total) => splitOutput({ total, reasoning: output.reasoning }))
  )
})
