import { describe, expect, it } from "@effect/vitest"
import { awaitQueued } from "@tollgate/core/storage"
import { Effect, Exit, Fiber } from "effect"
import { interruptedAt } from "../../../testing/src/contracts/interruptedAt.js"

/** A queue of one act, which runs in a later turn of the event loop. */
const queue = () => {
  let queued: (() => void) | undefined
  let [entered, left, run] = [0, 0, 0]
  const act = awaitQueued<string, never>((answer) => {
    entered++
    queued = () => {
      run++
      answer(Effect.succeed("answered"))
    }
    setImmediate(() => queued?.())
    return () => {
      const isThere = run === 0
      if (isThere) left++
      queued = undefined
      return isThere
    }
  })
  return { act, counts: () => ({ entered, left, run }) }
}

describe("An act that is queued", () => {
  it.live("is never left in the queue by a caller that has gone, at whichever step it is interrupted", () =>
    Effect.gen(function* () {
      const seen = new Set<string>()
      for (let steps = 1; steps <= 80; steps++) {
        const { act, counts } = queue()
        const { begin, program } = interruptedAt(steps, 0, act)
        begin()
        const exit = yield* Fiber.await(yield* Effect.fork(program))
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        const { entered, left, run } = counts()
        // It was not queued, it has left, or it was answered.
        expect({ steps, entered }).toEqual({ steps, entered: left + run })
        if (Exit.isSuccess(exit)) expect({ steps, run }).toEqual({ steps, run: 1 })
        seen.add(`${Exit.isSuccess(exit) ? "answered" : "interrupted"} ${entered} ${left}`)
      }
      expect([...seen].sort()).toEqual(["answered 1 0", "interrupted 0 0", "interrupted 1 0", "interrupted 1 1"])
    })
  )

  it.live("is waited for if it runs already when its caller is interrupted", () =>
    Effect.gen(function* () {
      let answer = (_: Effect.Effect<string>) => {}
      const fiber = yield* Effect.fork(
        awaitQueued<string, never>((resume) => {
          answer = resume
          return () => false
        })
      )
      yield* Effect.yieldNow()
      const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* Effect.yieldNow()
      expect(fiber.unsafePoll()).toBe(null)
      answer(Effect.succeed("late"))
      expect(Exit.isInterrupted(yield* Fiber.join(interrupting))).toBe(true)
    })
  )
})
