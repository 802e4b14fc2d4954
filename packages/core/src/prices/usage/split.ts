import { Mismatch } from "./Mismatch.js"
import { noUnits } from "./none.js"
import type { Parts } from "./reading.js"

type Input = Pick<Parts, "audio_input" | "cache_read" | "cache_write" | "cache_write_hour" | "image_input" | "input">
type Output = Pick<Parts, "audio_output" | "image_output" | "output" | "reasoning">

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
}: StatedInput): Input | Mismatch => {
  const parts = Math.max(cacheRead + cacheWrite, audio + image)
  if (parts > total) return new Mismatch("input", total, parts)
  const uncached = total - cacheRead - cacheWrite
  const audio_input = Math.min(audio, uncached)
  const image_input = Math.min(image, uncached - audio_input)
  return {
    input: uncached - audio_input - image_input,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    cache_write_hour: 0,
    audio_input,
    image_input
  }
}

/** Output tokens as providers state them: a total that includes all the others. */
interface StatedOutput {
  readonly total: number | Mismatch
  readonly reasoning?: number | undefined
  readonly audio?: number | undefined
  readonly image?: number | undefined
}

/** Splits the output into parts that do not overlap. */
export const splitOutput = ({ audio = 0, image = 0, reasoning = 0, total }: StatedOutput): Output | Mismatch => {
  if (total instanceof Mismatch) return total
  const parts = reasoning + audio + image
  return parts > total
    ? new Mismatch("output", total, parts)
    : { output: total - parts, reasoning, audio_output: audio, image_output: image }
}

/** A usage from both sides, without generated images and units. */
export const joined = (input: Input | Mismatch, output: Output | Mismatch): Parts | Mismatch => {
  if (input instanceof Mismatch) return input
  return output instanceof Mismatch ? output : { ...input, ...output, images: 0, units: noUnits }
}

/**
 * The output tokens including reasoning. Some providers count reasoning among the output and some beside it: the total of
 * the whole request decides.
 */
export const outputWithReasoning = (stated: {
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly total: number
}): number | Mismatch => {
  const { input, output, reasoning, total } = stated
  if (input + output === total) return output
  if (input + output + reasoning === total) return output + reasoning
  return new Mismatch("total", total, input + output)
}
