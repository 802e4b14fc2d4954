import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Base } from "./contract.js"
import { findDifference, type ModelOptions } from "./findDifference.js"

export type { ModelOptions } from "./findDifference.js"

/** Ends a test that hangs. The time of a test depends on `numRuns` and on the storage. */
const HANGS = 3_600_000

/**
 * A test that makes random calls of the ports that a layer provides, alone and in transactions, and compares each answer
 * with that of the stores in memory. Ports that the layer does not provide come from memory; transactions are played if it
 * provides `Transaction`. A failure is one sentence: the calls, the answers of both, and the seed that repeats them.
 *
 * @param name How the failure calls the layer: "a map".
 * @param layer The ports under test. It is built anew for each sequence of calls and must then be empty.
 * @param options The number of sequences, and how a failure is repeated and shrunk.
 *
 * @example
 * import { Memory } from "@tollgate/core"
 * import { modelContract } from "@tollgate/testing/contracts"
 *
 * modelContract("memory", Memory.layer)
 * modelContract("memory", Memory.layer, { numRuns: 200 })
 */
export const modelContract = <E>(
  name: string,
  layer: Layer.Layer<never, E, Base>,
  options: ModelOptions = {}
): void => {
  describe(`Stores in ${name}`, () => {
    it.live(
      "answer every sequence of calls as the stores in memory do",
      () =>
        Effect.map(findDifference(name, layer, options), (difference) => {
          if (difference !== undefined) expect.fail(difference)
        }),
      HANGS
    )
  })
}
