import { Memory } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { type Base, overMemory } from "./contract.js"
import { play } from "./play.js"
import { type Script, script } from "./script.js"
import { story } from "./story.js"

/** How `modelContract` looks for a difference. */
export interface ModelOptions {
  /**
   * The number of random sequences of calls.
   * @default 15
   */
  readonly numRuns?: number
  /** Repeats the sequences of an earlier run. A failure names its seed. */
  readonly seed?: number
  /** With `seed`: starts at an earlier failure and goes on shrinking it. */
  readonly path?: string
  /**
   * The time limit for shrinking a failure to the fewest calls. `0` reports the calls as they were found.
   * @default "1 minute"
   */
  readonly shrinkFor?: Duration.DurationInput
}

/** Plays random scripts against a layer and against the stores in memory. */
const comparison = Effect.fnUntraced(function* <E>(name: string, layer: Layer.Layer<never, E, Base>) {
  const stores = overMemory(layer)
  const built = yield* Effect.scoped(Layer.build(Layer.provide(layer, Memory.layer)))
  const ports = new Set(built.unsafeMap.keys())
  const run = Runtime.runPromise(yield* Effect.runtime())
  const stop = new AbortController()
  const found: { sentence?: string } = {}
  const compare = (played: Script) =>
    Effect.gen(function* () {
      const playing = play(played, ({ adds, port }) => adds !== undefined || ports.has(port))
      const expected = yield* Effect.provide(playing, Memory.layer)
      return story(name, yield* Effect.provide(playing, stores), expected)
    })
  const property = FastCheck.asyncProperty(script(ports.has(Transaction.key)), async (played) => {
    const sentence = await run(compare(played), { signal: stop.signal })
    if (sentence !== undefined) found.sentence = sentence
    return sentence === undefined
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => stop.abort()))
  return { property, found }
})

/**
 * Looks for a sequence of calls that a layer answers differently from the stores in memory. Returns a sentence about
 * the shortest one that was found, or undefined.
 */
export const findDifference = <E>(
  name: string,
  layer: Layer.Layer<never, E, Base>,
  { numRuns = 15, path, seed, shrinkFor = "1 minute" }: ModelOptions = {}
): Effect.Effect<string | undefined, E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { found, property } = yield* comparison(name, layer)
      const seeded = seed === undefined ? {} : { seed }
      const first = yield* Effect.promise(() =>
        FastCheck.check(property, {
          ...seeded,
          ...(path === undefined ? { numRuns } : { path, numRuns: 1 }),
          endOnFailure: true
        })
      )
      if (!first.failed) return undefined
      // Shrinking has its own time, which does not depend on how long the failure took to find.
      const limit = Duration.toMillis(shrinkFor)
      const start = { seed: first.seed, path: first.counterexamplePath ?? "", numRuns: 1 }
      const shrunk =
        limit === 0
          ? undefined
          : yield* Effect.promise(() => FastCheck.check(property, { ...start, interruptAfterTimeLimit: limit }))
      const reached = shrunk?.counterexamplePath ?? start.path
      if (shrunk !== undefined && !shrunk.interrupted) {
        return shrunk.failed
          ? `${found.sentence} To repeat it: { seed: ${first.seed}, path: "${reached}" }.`
          : `${found.sentence} The same calls, repeated, were answered alike: the layer must be empty each time it is built. (Seed ${first.seed}.)`
      }
      const spent = Duration.format(Duration.decode(shrinkFor))
      const stopped = limit === 0 ? "The calls were not shrunk" : `Shrinking stopped after ${spent}`
      return `${found.sentence} ${stopped}, so fewer may be enough: { seed: ${first.seed}, path: "${reached}" } continues it.`
    })
  )
