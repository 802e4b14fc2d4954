import { Memory } from "@tollgate/core"
import type { Stores } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { ModelOptions } from "./findDifference.js"
import { firstDifference } from "./firstDifference.js"
import { type Played, player } from "./play.js"
import { type Step, step } from "./script.js"
import { snapshot } from "./snapshot.js"
import { story } from "./story.js"
import { universe } from "./universe.js"

/**
 * When a step is interrupted: after so many of its calls, then turns of its fiber, and then turns of the event loop. Null lets
 * it end.
 */
type Moment = { readonly calls: number; readonly yields: number; readonly turns: number } | null

interface Interrupted {
  readonly step: Step
  readonly moment: Moment
}

const moment: FastCheck.Arbitrary<Moment> = FastCheck.record({
  calls: FastCheck.constantFrom(0, 0, 1, 2, 4),
  yields: FastCheck.nat({ max: 30 }),
  turns: FastCheck.constantFrom(0, 0, 0, 1, 2, 5, 20, 100)
})

const steps = FastCheck.array(
  FastCheck.record({ step, moment: FastCheck.oneof(moment, moment, FastCheck.constant(null)) }),
  {
    minLength: 15,
    maxLength: 30
  }
)

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const begin = Effect.map(universe, (all) => {
  const log: Array<Played> = []
  return { log, ...player(all, () => true, log), state: snapshot(all) }
})

/** Plays steps against a layer and the stores in memory. Returns a sentence about the first difference, or undefined. */
const compare = Effect.fnUntraced(function* (
  name: string,
  stores: Context.Context<Stores>,
  memory: Context.Context<Stores>,
  played: ReadonlyArray<Interrupted>
) {
  const mine = yield* Effect.provide(begin, stores)
  const model = yield* Effect.provide(begin, memory)
  let stored: ReadonlySet<string> = yield* Effect.provide(mine.stockAll, stores)
  yield* Effect.provide(model.stockAll, memory)
  /** The first difference between all that both have. */
  const apart = Effect.gen(function* () {
    const [own, expected] = [yield* Effect.provide(mine.state, stores), yield* Effect.provide(model.state, memory)]
    return firstDifference(own, expected)
  })
  for (const { moment, step } of played) {
    const start = mine.log.length
    const fiber = yield* Effect.fork(Effect.provide(mine.playStep(step, stored), stores))
    if (moment !== null) {
      while (mine.log.length - start < moment.calls && Option.isNone(yield* Fiber.poll(fiber))) yield* turn
      yield* Effect.repeatN(Effect.yieldNow(), moment.yields)
      for (let n = 0; n < moment.turns; n++) yield* turn
      yield* Fiber.interrupt(fiber)
    }
    const exit = yield* Fiber.await(fiber)
    const isInterrupted = Exit.isInterrupted(exit)
    if (isInterrupted && (yield* apart) === undefined) {
      mine.log.length = start
      continue
    }
    const expected = yield* Effect.exit(Effect.provide(model.playStep(step, stored), memory))
    if (isInterrupted) {
      const difference = yield* apart
      const calls = model.log.slice(start).map(({ doing }) => doing())
      if (difference !== undefined) {
        const { answer, at, expected } = difference
        return `${name} is half way after an interruption of ${calls.join(", ")}: ${at} is ${answer}; done, it is ${expected}.`
      }
      mine.log.splice(start, mine.log.length, ...model.log.slice(start))
    }
    const difference = story(name, mine.log, model.log)
    if (difference !== undefined) return difference
    if (Exit.isFailure(expected)) return
    stored = expected.value
  }
})

/**
 * Plays random calls of the ports, interrupts two of three at random moments, and looks for one that is done by half. Returns a
 * sentence about the first difference from the stores in memory, or undefined.
 */
export const findHalfDone = <E>(
  name: string,
  layer: Layer.Layer<Stores, E>,
  { numRuns = 3, seed }: Pick<ModelOptions, "numRuns" | "seed"> = {}
): Effect.Effect<string | undefined> =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime())
    let found: string | undefined
    const property = FastCheck.asyncProperty(steps, async (played) => {
      found = await run(
        Effect.scoped(
          Effect.gen(function* () {
            return yield* compare(name, yield* Layer.build(layer), yield* Layer.build(Memory.layer), played)
          })
        )
      )
      return found === undefined
    })
    // What an interruption meets depends on time, so a failure is not shrunk.
    const options = { numRuns, endOnFailure: true, ...(seed === undefined ? {} : { seed }) }
    const result = yield* Effect.promise(() => FastCheck.check(property, options))
    return result.failed ? `${found ?? String(result.errorInstance)} (Seed ${result.seed}.)` : undefined
  })
