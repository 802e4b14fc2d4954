import { describe, expect, it } from "@effect/vitest"
import type { Stores } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ModelOptions } from "./findDifference.js"
import { findHalfDone } from "./findHalfDone.js"

/**
 * A test that makes random calls of the ports, alone and in transactions, interrupts two of three at random moments, and
 * compares what is stored with the stores in memory: an interrupted call or transaction is done completely or not at all.
 *
 * @param name How the failure calls the layer: "a map".
 * @param layer The ports under test. It is built anew for each sequence of calls and must then be empty.
 * @param options The number of sequences, 3 by default, and the seed of an earlier run.
 *
 * @example
 * import { Memory } from "@tollgate/core"
 * import { interruptionContract } from "@tollgate/testing/contracts"
 *
 * interruptionContract("memory", Memory.layer)
 */
export const interruptionContract = <E>(
  name: string,
  layer: Layer.Layer<Stores, E>,
  options: Pick<ModelOptions, "numRuns" | "seed"> = {}
): void => {
  describe(`Stores in ${name}`, () => {
    it.live("do an interrupted call completely or not at all", () =>
      Effect.map(findHalfDone(name, layer, options), (half) => {
        if (half !== undefined) expect.fail(half)
      })
    )
  })
}
