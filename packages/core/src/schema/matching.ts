import type { LazyArbitrary } from "effect/Arbitrary"
import type { Arbitrary } from "effect/FastCheck"

/**
 * The arbitrary of a pattern's texts, for a schema's annotation. It is built once: fast-check needs milliseconds for a
 * pattern, and each `Arbitrary.make` of a schema would spend them again.
 */
export const matching = (pattern: RegExp) => {
  let built: Arbitrary<string> | undefined
  return (): LazyArbitrary<string> => (fc) => {
    built ??= fc.stringMatching(pattern)
    return built
  }
}
