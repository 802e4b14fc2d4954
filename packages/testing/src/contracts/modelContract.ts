import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { type Base, overMemory } from "./contract.js"
import { play } from "./play.js"
import { type Script, script } from "./script.js"
import { story } from "./story.js"

/**
 * Whatever ports are asked, in whatever order, alone or in transactions, the answers are those of the stores in memory.
 * Asked are the ports that the layer provides, over those in memory for the rest; there are transactions where it provides
 * `Transaction`. Where an answer differs, the fewest calls that it takes are told in a sentence, with the seed that repeats them.
 */
export const modelContract = <E>(
  name: string,
  layer: Layer.Layer<never, E, Base>,
  options: { readonly numRuns?: number; readonly seed?: number } = {}
): void => {
  const stores = overMemory(layer)
  describe(`Stores in ${name}`, () => {
    it.live(
      "answer every sequence of calls as the stores in memory do",
      () =>
        Effect.gen(function* () {
          const built = yield* Effect.scoped(Layer.build(Layer.provide(layer, Memory.layer)))
          const run = Runtime.runPromise(yield* Effect.runtime())
          const ports = new Set(built.unsafeMap.keys())
          const told = (played: Script) =>
            Effect.gen(function* () {
              const playing = play(played, ({ adds, port }) => adds !== undefined || ports.has(port))
              const expected = yield* Effect.provide(playing, Memory.layer)
              return story(yield* Effect.provide(playing, stores), expected)
            })
          const agrees = FastCheck.asyncProperty(script(ports.has(Transaction.key)), async (played) => {
            expect(await run(told(played))).toBeUndefined()
          })
          const limits = { numRuns: 60, interruptAfterTimeLimit: 60_000, ...options }
          const { counterexample, seed } = yield* Effect.promise(() => FastCheck.check(agrees, limits))
          if (counterexample === null) return
          expect.fail(`${yield* told(counterexample[0])} (Seed ${seed}.)`)
        }),
      120_000
    )
  })
}
