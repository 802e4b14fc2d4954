import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Cause, Effect, Exit, Fiber } from "effect"
import type { Pool } from "pg"
import { acquire } from "../src/acquire.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

const LONG = 300_000

/** A pool in which so many calls wait, and which lends no connection. */
const busy = (waitingCount: number) => {
  let asked = 0
  // What `acquire` uses of a pool.
  const pool = { waitingCount, connect: () => void asked++ } as unknown as Pool
  return { asked: () => asked, wait: Effect.uninterruptibleMask((restore) => acquire(pool, true, restore)) }
}

type Connected = (error: unknown, client?: object) => void

/** A pool that answers when the test does, and what its connection was told. */
const answering = (connect: (connected: Connected) => void) => {
  const told: Array<string> = []
  const client = { release: () => told.push("released") }
  // What `acquire` uses of a pool.
  const pool = { waitingCount: 0, connect } as unknown as Pool
  const wait = (within?: number) => Effect.uninterruptibleMask((restore) => acquire(pool, true, restore, within))
  return { client, told, wait }
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

  it.effect("leaves no timer when it is interrupted, and gives back what it gets then", () =>
    Effect.gen(function* () {
      const left = timersLeft(LONG)
      const waiting: Array<Connected> = []
      const { client, told, wait } = answering((connected) => void waiting.push(connected))
      const fiber = yield* Effect.fork(wait(LONG))
      yield* Effect.yieldNow()
      expect(left()).toBe(1)
      yield* Fiber.interrupt(fiber)
      expect([left(), told]).toEqual([0, []])
      for (const connected of waiting) connected(undefined, client)
      expect(told).toEqual(["released"])
    })
  )

  it.effect("leaves no timer once it has its connection", () =>
    Effect.gen(function* () {
      const left = timersLeft(LONG)
      const { client, told, wait } = answering((connected) => connected(undefined, client))
      const lent = yield* wait(LONG)
      expect([left(), told]).toEqual([0, []])
      lent.release()
      expect(told).toEqual(["released"])
    })
  )

  for (const [what, connect] of [
    ["fails", (connected: Connected) => connected(new Error("no server"))],
    [
      "cannot begin",
      () => {
        throw new Error("no server")
      }
    ]
  ] as const) {
    it.effect(`is refused, and leaves no timer, where it ${what}`, () =>
      Effect.gen(function* () {
        const left = timersLeft(LONG)
        const failure = yield* Effect.flip(answering(connect).wait(LONG))
        expect([failure.outcome, String(failure.cause), left()]).toEqual(["none", "ServerError: no server", 0])
      })
    )
  }
})
