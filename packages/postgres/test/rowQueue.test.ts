import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Effect, Exit, Fiber, Option } from "effect"
import { RowQueue } from "../src/RowQueue.js"
import { timersLeft } from "./support/timersLeft.js"

afterEach(() => vi.restoreAllMocks())

const LONG = 300_000

const enterOf = (queue: RowQueue) => Effect.uninterruptibleMask((restore) => queue.enter("row", restore))

/** A queue in which two writes of a row have their places, and how to ask for a further one. */
const crowded = (timeout = LONG) =>
  Effect.gen(function* () {
    const queue = new RowQueue(timeout)
    const enter = enterOf(queue)
    yield* Effect.all([enter, enter])
    return { enter, leave: () => queue.leave("row") }
  })

describe("A place among the writes of one row", () => {
  it.effect("is given in the order of asking, and leaves no timer behind", () =>
    Effect.gen(function* () {
      const left = timersLeft(LONG)
      const { enter, leave } = yield* crowded()
      const entered: Array<number> = []
      const asking = yield* Effect.forEach([1, 2, 3], (n) => Effect.fork(Effect.map(enter, () => entered.push(n))))
      yield* Effect.yieldNow()
      expect(left()).toBe(3)
      for (const count of [1, 2, 3]) {
        leave()
        yield* Effect.forEach(asking.slice(0, count), Fiber.join)
        expect(entered).toEqual([1, 2, 3].slice(0, count))
        expect(left()).toBe(3 - count)
      }
    })
  )

  it.effect("is not given to a write that was interrupted, nor kept by it", () =>
    Effect.gen(function* () {
      const left = timersLeft(LONG)
      const { enter, leave } = yield* crowded()
      const [first, second] = [yield* Effect.fork(enter), yield* Effect.fork(enter)]
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(first)
      expect(left()).toBe(1)
      leave()
      // In the same tick in which it is admitted.
      yield* Fiber.interrupt(second)
      expect(left()).toBe(0)
      yield* enter
    })
  )

  it.effect("is for two at a time, whether they waited or found it free", () =>
    Effect.gen(function* () {
      const { enter, leave } = yield* crowded()
      const waits = Effect.gen(function* () {
        const fiber = yield* Effect.fork(enter)
        yield* Effect.yieldNow()
        expect(yield* Fiber.poll(fiber)).toEqual(Option.none())
        return fiber
      })
      for (let round = 0; round < 2; round++) {
        const waiting = yield* waits
        leave()
        yield* Fiber.join(waiting)
      }
      // One is left, and another one enters.
      leave()
      yield* enter
      yield* Fiber.interrupt(yield* waits)
    })
  )

  it.live("is refused to a write that has waited for the limit, and goes to another one then", () =>
    Effect.gen(function* () {
      const { enter, leave } = yield* crowded(1)
      const refused = yield* Effect.flip(enter)
      expect(refused).toBeInstanceOf(StorageFailure)
      expect(refused).toMatchObject({
        cause: { message: "The row was locked, and did not become free in time." },
        outcome: "none"
      })
      leave()
      yield* enter
    })
  )

  it.effect("is refused at once while a thousand wait", () =>
    Effect.gen(function* () {
      const { enter, leave } = yield* crowded()
      const waiting = yield* Effect.replicateEffect(Effect.fork(enter), 1_000)
      yield* Effect.yieldNow()
      expect(yield* Effect.flip(enter)).toMatchObject({
        cause: { message: "Too many calls are waiting to write one row." },
        outcome: "none"
      })
      for (const _ of waiting) leave()
      const exits = yield* Effect.forEach(waiting, Fiber.await)
      expect(exits.filter(Exit.isFailure)).toEqual([])
    })
  )
})
