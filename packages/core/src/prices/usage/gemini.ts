import { amount, count, list, nullable, reading, record, text } from "./reading.js"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"

const details = nullable(list(record({ modality: text, tokenCount: count })), [])

const Stated = record({
  promptTokenCount: count,
  cachedContentTokenCount: count,
  toolUsePromptTokenCount: count,
  candidatesTokenCount: count,
  /** The Live API's name of `candidatesTokenCount`. */
  responseTokenCount: count,
  thoughtsTokenCount: count,
  totalTokenCount: amount,
  promptTokensDetails: details,
  cacheTokensDetails: details,
  toolUsePromptTokensDetails: details,
  candidatesTokensDetails: details,
  responseTokensDetails: details
})
type Details = ReturnType<typeof Stated>["promptTokensDetails"]

const of = (modality: string, ...lists: ReadonlyArray<Details>) =>
  lists.flat().reduce((sum, one) => (one.modality === modality ? sum + one.tokenCount : sum), 0)

/** See `UsageFrom`. */
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
    splitOutput({ total: output, reasoning, audio: of("AUDIO", ...outputs), image: of("IMAGE", ...outputs) })
  )
})
