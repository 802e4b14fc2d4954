import * as Either from "effect/Either"
import { joined, outputWithReasoning, splitInput, splitOutput } from "./split.js"
import { count, counts } from "./wire.js"

/** Details of the input in OpenAI's usage objects. All of them are included in the input. */
export const InputDetails = counts({
  cached_tokens: count,
  cache_write_tokens: count,
  audio_tokens: count,
  image_tokens: count
})

/** Details of the output in OpenAI's usage objects. */
export const OutputDetails = counts({ reasoning_tokens: count, audio_tokens: count, image_tokens: count })

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
    Either.flatMap(outputWithReasoning({ input, output, reasoning, total }), (total) =>
      splitOutput({ total, reasoning, audio: outputDetails?.audio_tokens, image: outputDetails?.image_tokens })
    )
  )
}
