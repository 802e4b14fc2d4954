import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Scheduler from "effect/Scheduler"

/** A turn of the event loop. */
export const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/**
 * A program that is interrupted after so many steps of its fiber, and then so many turns of the event loop. Steps are counted from
 * `begin` on.
 */
export const interruptedAt = <A, E, R>(steps: number, turns: number, effect: Effect.Effect<A, E, R>) => {
  let count = Number.NEGATIVE_INFINITY
  let own: Fiber.RuntimeFiber<unknown, unknown> | undefined
  const usual = Scheduler.defaultScheduler
  const interruptAfter = (turns: number): void => {
    if (turns === 0) own?.unsafeInterruptAsFork(FiberId.none)
    else setImmediate(() => interruptAfter(turns - 1))
  }
  const counting: Scheduler.Scheduler = {
    scheduleTask: (task, priority, fiber) => usual.scheduleTask(task, priority, fiber),
    shouldYield: (fiber) => {
      if (fiber === own && ++count === steps) interruptAfter(turns)
      return usual.shouldYield(fiber)
    }
  }
  return {
    begin: () => {
      count = 0
    },
    /** How many steps the fiber has taken. */
    taken: () => count,
    program: Effect.withFiberRuntime<A, E, R>((fiber) => {
      own = fiber
      return Effect.withScheduler(effect, counting)
    })
  }
}
