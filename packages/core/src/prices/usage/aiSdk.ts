import { Mismatch } from "./Mismatch.js"
import { amount, count, known, optional, type Read, reading, record } from "./reading.js"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"

/** The counts of one side as a language model of version 6 reports them. */
const side = <Fields extends Readonly<Record<string, Read<unknown>>>>(fields: Fields) => {
  const several = record({ total: amount, ...fields })
  const read: Read<number | ReturnType<typeof several>> = (value, path, problems) =>
    typeof value === "object" && value !== null ? several(value, path, problems) : amount(value, path, problems)
  return read
}

const Stated = record({
  inputTokens: side({ noCache: known, cacheRead: count, cacheWrite: count }),
  outputTokens: side({ text: known, reasoning: count }),
  totalTokens: known,
  inputTokenDetails: optional(record({ noCacheTokens: known, cacheReadTokens: count, cacheWriteTokens: count })),
  outputTokenDetails: optional(record({ textTokens: known, reasoningTokens: count })),
  cachedInputTokens: count,
  reasoningTokens: count
})
type Stated = ReturnType<typeof Stated>

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
  rest === undefined || rest + parts === total ? null : new Mismatch(of, total, rest + parts)

/** See `UsageFrom`. */
export const aiSdk = reading(Stated, (usage) => {
  const input = inputOf(usage)
  const output = outputOf(usage)
  const wrong =
    mismatch("input", input.total, input.rest, input.cacheRead + input.cacheWrite) ??
    mismatch("output", output.total, output.rest, output.reasoning)
  if (wrong !== null) return wrong
  const total = outputWithReasoning({
    input: input.total,
    output: output.total,
    reasoning: output.reasoning,
    total: usage.totalTokens ?? input.total + output.total
  })
  return joined(
    splitInput({ total: input.total, cacheRead: input.cacheRead, cacheWrite: input.cacheWrite }),
    splitOutput({ total, reasoning: output.reasoning })
  )
})
