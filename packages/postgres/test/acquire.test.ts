import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Cause, Effect, Exit, Fiber } from "effect"
import type { Pool } from "pg"
import { acquire } from "../src/acquire.js"

/** A pool in which so many calls wait, and which lends no connection. */
const busy = (waitingCount: number) => {
  let asked = 0
  // What `acquire` uses of a pool.
  const pool = { waitingCount, connect: () => void asked++ } as unknown as Pool
  return { asked: () => asked, wait: Effect.uninterruptibleMask((restore) => acquire(pool, true, restore)) }
}

describe("A wait for a connection", () => {
  it.effect("is refused at once where 1,000 wait already, and has done nothing", () =>
    Effect.gen(function* () {
      const { asked, wait } = busy(1_000)
      const failure = yield* Effect.flip(wait)
      expect(failure).toBeInstanceOf(StorageFailure)
      expect([failure.outcome, String(failure.cause)]).toEqual([
        "none",
        "ServerError: Too many calls are waiting for a connection."
      ])
      expect(asked()).toBe(0)
    })
  )

  it.effect("ends when it is interrupted, and with nothing else", () =>
    Effect.gen(function* () {
      const { asked, wait } = busy(999)
      const fiber = yield* Effect.fork(wait)
      yield* Effect.yieldNow()
      const exit = yield* Fiber.interrupt(fiber)
      expect([Exit.isFailure(exit) && Cause.isInterruptedOnly(exit.cause), asked()]).toEqual([true, 1])
    })
  )
})
