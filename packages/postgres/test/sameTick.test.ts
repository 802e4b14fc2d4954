import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Effect, Exit, Fiber } from "effect"
import { Pool } from "pg"
import { acquire } from "../src/acquire.js"
import { RowQueue } from "../src/RowQueue.js"
import { freshDatabase } from "./support/databases.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

const asItIs = <A, E, R>(effect: Effect.Effect<A, E, R>) => effect

const poolOfOne = Effect.flatMap(freshDatabase, (connectionString) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new Pool({ connectionString, max: 1 })
      // The database is dropped while a connection ends.
      pool.on("error", () => {})
      pool.on("connect", (client) => client.on("error", () => {}))
      return pool
    }),
    (pool) => {
      // The end of a pool waits for connections that are lent: a test that finds one must fail, not hang.
      const isIdle = pool.idleCount === pool.totalCount
      const ended = pool.end()
      return isIdle ? Effect.promise(() => ended) : Effect.void
    }
  )
)

/** Starts a wait, then gives what it waits for and interrupts it within the same tick. */
const interruptedAtOnce = <A, E>(wait: Effect.Effect<A, E>, give: () => void) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(wait)
    yield* Effect.yieldNow()
    give()
    fiber.unsafeInterruptAsFork(fiber.id())
    return yield* Fiber.await(fiber)
  })

/** How many timers keep this process alive. */
const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length

describe("A waiter that is interrupted in the tick in which it gets what it waits for", () => {
  it.scopedLive("gives the connection back", () =>
    Effect.gen(function* () {
      const pool = yield* poolOfOne
      const held = yield* acquire(pool, true, asItIs)
      const exit = yield* interruptedAtOnce(
        Effect.uninterruptibleMask((restore) => acquire(pool, true, restore)),
        () => held.release()
      )
      expect(Exit.isInterrupted(exit)).toBe(true)
      expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0])
    })
  )

  it.live("gives the place among the writes of a row back, and leaves no timer", () =>
    Effect.gen(function* () {
      const rows = new RowQueue(60_000)
      const before = timers()
      const enter = Effect.uninterruptibleMask((restore) => rows.enter("row", restore))
      yield* enter
      yield* enter
      const exit = yield* interruptedAtOnce(enter, () => rows.leave("row"))
      expect(Exit.isInterrupted(exit)).toBe(true)
      // The place is free: this does not wait.
      yield* enter
      const next = yield* Effect.fork(enter)
      yield* Effect.yieldNow()
      rows.leave("row")
      yield* Fiber.join(next)
      expect(timers()).toBe(before)
    })
  )

  it.live("refuses the writes of a row for which a thousand others wait, and admits as many as leave", () =>
    Effect.gen(function* () {
      const rows = new RowQueue(60_000)
      const enter = Effect.uninterruptibleMask((restore) => rows.enter("row", restore))
      const waiting = yield* Effect.replicateEffect(Effect.fork(enter), 1_002)
      yield* Effect.yieldNow()
      const refused = yield* Effect.flip(enter)
      expect(refused).toEqual(
        new StorageFailure({ cause: new Error("Too many calls are waiting to write one row."), outcome: "none" })
      )
      for (let place = 0; place < 1_002; place++) rows.leave("row")
      yield* Effect.forEach(waiting, Fiber.join, { discard: true })
      yield* enter
    })
  )
})

describe("A wait for a connection", () => {
  it.scopedLive("ends with a refusal after its limit, and what it gets then goes back to the pool", () =>
    Effect.gen(function* () {
      const pool = yield* poolOfOne
      const held = yield* acquire(pool, true, asItIs)
      const refused = yield* Effect.flip(acquire(pool, true, asItIs, 1))
      expect(refused).toMatchObject({ outcome: "none", cause: { said: "No connection became free in time." } })
      held.release()
      const next = yield* acquire(pool, true, asItIs, 60_000)
      next.release()
      expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0])
    })
  )
})

describe("A wait for a connection with a limit of its own", () => {
  it.scopedLive("leaves no timer once it has the connection, and fails at the limit where it gets none", () =>
    Effect.gen(function* () {
      const pool = yield* poolOfOne
      const limit = 300_000
      const left = timersLeft(limit)
      const held = yield* acquire(pool, true, asItIs, limit)
      expect(left()).toBe(0)
      expect(yield* Effect.flip(acquire(pool, true, asItIs, 1))).toMatchObject({
        _tag: "StorageFailure",
        cause: { said: "No connection became free in time." },
        outcome: "none"
      })
      held.release()
      // The wait that failed does not take the connection with it.
      const next = yield* acquire(pool, true, asItIs, limit)
      next.release()
    })
  )
})
