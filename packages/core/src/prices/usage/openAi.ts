import { count, nullable, record } from "./reading.js"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"

/** Details of the input in OpenAI's usage objects. All of them are included in the input. */
export const InputDetails = nullable(
  record({
    cached_tokens: count,
    cache_write_tokens: count,
    audio_tokens: count,
    image_tokens: count
  }),
  undefined
)

/** Details of the output in OpenAI's usage objects. */
export const OutputDetails = nullable(
  record({ reasoning_tokens: count, audio_tokens: count, image_tokens: count }),
  undefined
)

interface Stated {
  readonly input: number
  readonly output: number
  readonly total: number
  readonly inputDetails:
    | { readonly [_ in "audio_tokens" | "cache_write_tokens" | "cached_tokens" | "image_tokens"]: number }
    | undefined
  readonly outputDetails: { readonly [_ in "audio_tokens" | "image_tokens" | "reasoning_tokens"]: number } | undefined
}

/** A usage from what OpenAI's chat completions and responses state under different names. */
export const fromOpenAi = ({ input, inputDetails, output, outputDetails, total }: Stated) => {
  const reasoning = outputDetails?.reasoning_tokens ?? 0
  return joined(
    splitInput({
      total: input,
      cacheRead: inputDetails?.cached_tokens,
      cacheWrite: inputDetails?.cache_write_tokens,
      audio: inputDetails?.audio_tokens,
      image: inputDetails?.image_tokens
    }),
    splitOutput({
      total: outputWithReasoning({ input, output, reasoning, total }),
      reasoning,
      audio: outputDetails?.audio_tokens,
      image: outputDetails?.image_tokens
    })
  )
}
