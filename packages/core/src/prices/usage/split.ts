import * as Either from "effect/Either"
import { noUnits, type Usage } from "../Usage.js"
import { UsageMismatch } from "./UsageMismatch.js"

type Input = Pick<Usage, "audio_input" | "cache_read" | "cache_write" | "cache_write_hour" | "image_input" | "input">
type Output = Pick<Usage, "audio_output" | "image_output" | "output" | "reasoning">

/** Input tokens as providers state them: a total that includes all the others, of which audio and images may be cached. */
interface StatedInput {
  readonly total: number
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
  readonly audio?: number | undefined
  readonly image?: number | undefined
}

/**
 * Splits the input into parts that do not overlap. Providers do not state how many tokens of audio and images were cached:
 * as many as fit count as uncached, which is the dearer reading.
 */
export const splitInput = ({
  audio = 0,
  cacheRead = 0,
  cacheWrite = 0,
  image = 0,
  total
}: StatedInput): Either.Either<Input, UsageMismatch> => {
  const parts = Math.max(cacheRead + cacheWrite, audio + image)
  if (parts > total) return Either.left(new UsageMismatch({ of: "input", total, parts }))
  const uncached = total - cacheRead - cacheWrite
  const audio_input = Math.min(audio, uncached)
  const image_input = Math.min(image, uncached - audio_input)
  return Either.right({
    input: uncached - audio_input - image_input,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    cache_write_hour: 0,
    audio_input,
    image_input
  })
}

/** Output tokens as providers state them: a total that includes all the others. */
interface StatedOutput {
  readonly total: number
  readonly reasoning?: number | undefined
  readonly audio?: number | undefined
  readonly image?: number | undefined
}

/** Splits the output into parts that do not overlap. */
export const splitOutput = ({
  audio = 0,
  image = 0,
  reasoning = 0,
  total
}: StatedOutput): Either.Either<Output, UsageMismatch> => {
  const parts = reasoning + audio + image
  return parts > total
    ? Either.left(new UsageMismatch({ of: "output", total, parts }))
    : Either.right({ output: total - parts, reasoning, audio_output: audio, image_output: image })
}

/** A usage from both sides, without generated images and units. */
export const joined = (
  input: Either.Either<Input, UsageMismatch>,
  output: Either.Either<Output, UsageMismatch>
): Either.Either<Usage, UsageMismatch> =>
  Either.zipWith(input, output, (input, output) => ({ ...input, ...output, images: 0, units: noUnits }))

/**
 * The output tokens including reasoning. Some providers count reasoning among the output and some beside it: the total of
 * the whole request decides.
 */
export const outputWithReasoning = (stated: {
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly total: number
}): Either.Either<number, UsageMismatch> => {
  const { input, output, reasoning, total } = stated
  if (input + output === total) return Either.right(output)
  if (input + output + reasoning === total) return Either.right(output + reasoning)
  return Either.left(new UsageMismatch({ of: "total", total, parts: input + output }))
}
