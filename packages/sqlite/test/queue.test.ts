import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Array, Deferred, Effect, Exit, Fiber } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { nextTurn } from "./support/nextTurn.js"
import { insert, queueOverFile } from "./support/queue.js"

afterEach(() => vi.restoreAllMocks())

const inOrder = (from: number, to: number) => Array.range(from, to)

/** How often the event loop turned between one statement of a kind and the next. */
const turnsBetween = (said: ReadonlyArray<string>, kind: string) => {
  const turns: Array<number> = []
  let count = 0
  for (const text of said) {
    if (text === "turn") count++
    if (text !== kind) continue
    turns.push(count)
    count = 0
  }
  return turns.slice(1)
}

describe("Writes that wait", () => {
  it.scopedLive("share one transaction, at most 64 of them, and the event loop turns between two transactions", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { write } = writerExecutor(queue)
      yield* Effect.forEach(inOrder(1, 1000), (n) => write(insert, [n]), { concurrency: "unbounded" })
      expect(numbers()).toEqual(inOrder(1, 1000))
      const groups = said
        .join(" ")
        .split("COMMIT")
        .map((group) => group.split(insert).length - 1)
      expect(groups.every((size) => size <= 64)).toBe(true)
      expect(Math.max(...groups)).toBeGreaterThan(1)
      expect(turnsBetween(said, "COMMIT").every((turns) => turns > 0)).toBe(true)
    })
  )

  it.scopedLive("go into the next transaction once one has been open for five milliseconds", () =>
    Effect.gen(function* () {
      const { clock, numbers, queue, said } = yield* queueOverFile
      clock.perInsert = 2
      yield* Effect.forEach(inOrder(1, 9), (n) => writerExecutor(queue).write(insert, [n]), {
        concurrency: "unbounded"
      })
      expect(numbers()).toEqual(inOrder(1, 9))
      expect(said.filter((text) => text !== "turn")).toEqual(
        inOrder(1, 3).flatMap(() => ["BEGIN IMMEDIATE", insert, insert, insert, "COMMIT"])
      )
    })
  )

  it.scopedLive("need no transaction of their own where there is only one", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      yield* writerExecutor(queue).write(insert, [1])
      expect(numbers()).toEqual([1])
      expect(said.filter((text) => text !== "turn")).toEqual([insert])
    })
  )

  it.scopedLive("fail alone, and the others of their transaction are kept", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const refused = transact((act) => Effect.zipRight(act.query(insert, [9]), Effect.fail("refused" as const)))
      const exits = yield* Effect.all(
        [write(insert, [1]), write(insert, [1]), refused, transact((act) => act.query(insert, [2]))].map(Effect.exit),
        { concurrency: "unbounded" }
      )
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, false, true])
      expect(exits[2]).toEqual(Exit.fail("refused"))
      expect(numbers()).toEqual([1, 2])
    })
  )

  it.scopedLive("are never done once they were interrupted while they waited, and are known to be done otherwise", () =>
    Effect.gen(function* () {
      const { numbers, others, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      others.exec("BEGIN IMMEDIATE")
      const waiting = yield* Effect.forEach(
        [write(insert, [1]), transact((act) => act.query(insert, [2])), write(insert, [3])],
        Effect.fork
      )
      yield* Effect.yieldNow()
      yield* Effect.forEach(waiting.slice(0, 2), Fiber.interrupt)
      others.exec("COMMIT")
      yield* Effect.forEach(waiting.slice(2), Fiber.join)
      expect(numbers()).toEqual([3])
    })
  )
})

describe("While another process holds the lock", () => {
  it.scopedLive(
    "one statement asks for all who wait, the event loop turns, and they are done in the order of asking",
    () =>
      Effect.gen(function* () {
        const { numbers, others, queue, said } = yield* queueOverFile
        const { write } = writerExecutor(queue)
        others.exec("BEGIN IMMEDIATE")
        const timers = vi.spyOn(globalThis, "setTimeout")
        const done: Array<number> = []
        const waiting = yield* Effect.forEach(inOrder(1, 100), (n) =>
          Effect.fork(Effect.map(write(insert, [n]), () => done.push(n)))
        )
        const tries = () => said.filter((text) => text === "BEGIN IMMEDIATE").length
        yield* Effect.repeat(nextTurn, {
          until: () => tries() > 6
        })
        const pauses = timers.mock.calls.flatMap(([, pause = 0]) => (pause > 0 ? [pause] : []))
        expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 20])
        // The first try comes out of the same phase of the loop that is counted here.
        expect(
          turnsBetween(said, "BEGIN IMMEDIATE")
            .slice(1)
            .every((turns) => turns > 0)
        ).toBe(true)
        others.exec("COMMIT")
        yield* Effect.forEach(waiting, Fiber.join)
        expect(numbers()).toEqual(inOrder(1, 100))
        expect(done).toEqual(inOrder(1, 100))
      })
  )

  it.scopedLive("who has waited for five seconds in all is refused, and who came later goes on waiting", () =>
    Effect.gen(function* () {
      const { clock, numbers, others, queue } = yield* queueOverFile
      const { write } = writerExecutor(queue)
      others.exec("BEGIN IMMEDIATE")
      const early = yield* Effect.fork(Effect.flip(write(insert, [1])))
      yield* Effect.yieldNow()
      clock.now = 4_999
      const late = yield* Effect.fork(write(insert, [2]))
      yield* Effect.yieldNow()
      clock.now = 5_000
      const failure = yield* Fiber.join(early)
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure).toMatchObject({ cause: { code: "SQLITE_BUSY" } })
      others.exec("COMMIT")
      yield* Fiber.join(late)
      expect(numbers()).toEqual([2])
    })
  )
})

describe("A turn that was refused while it waited", () => {
  it.scopedLive("ends no other when its waiter is interrupted at that moment", () =>
    Effect.gen(function* () {
      const { clock, numbers, others, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      others.exec("BEGIN IMMEDIATE")
      const refused = queue.turn()
      const isRefused = Effect.async<void>((resume) => refused.whenSettled(() => resume(Effect.void)))
      clock.now = 5_000
      yield* isRefused
      others.exec("COMMIT")
      const late = Effect.sync(() => queue.end(refused, true))
      yield* transact((act) => Effect.all([act.query(insert, [1]), late, act.query(insert, [2])]))
      expect(numbers()).toEqual([1, 2])
    })
  )
})

describe("An act that does not end", () => {
  it.scopedLive("is undone and refused after five seconds, and those behind it have their turn", () =>
    Effect.gen(function* () {
      const { clock, numbers, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const stalled = yield* Effect.fork(
        Effect.flip(
          transact((act) =>
            Effect.gen(function* () {
              yield* act.query(insert, [1])
              clock.now += 5_000
              yield* write(insert, [2])
              yield* act.query(insert, [3])
            })
          )
        )
      )
      const failure = yield* Fiber.join(stalled)
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure.cause).toEqual(new Error("The transaction was open for more than 5 seconds and was rolled back."))
      expect(numbers()).toEqual([2])
    })
  )

  it.scopedLive("undoes nothing of another one that is open when it is interrupted before its turn", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const [begun, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const going = yield* Effect.fork(
        transact((act) =>
          Effect.all([
            act.query(insert, [1]),
            Deferred.succeed(begun, undefined),
            Deferred.await(goOn),
            act.query(insert, [2])
          ])
        )
      )
      yield* Deferred.await(begun)
      const waiting = yield* Effect.fork(transact((act) => act.query(insert, [3])))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(going)
      expect(numbers()).toEqual([1, 2])
    })
  )

  it.scopedLive("delays no other when it is interrupted, before its turn or in it", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      for (const turns of inOrder(0, 20)) {
        const fiber = yield* Effect.fork(transact((act) => Effect.zipRight(act.query(insert, [1]), Effect.never)))
        for (const _ of inOrder(0, turns)) yield* Effect.yieldNow()
        yield* Fiber.interrupt(fiber)
      }
      yield* write(insert, [2])
      expect(numbers()).toEqual([2])
    })
  )
})

describe("A transaction that can be neither committed nor undone", () => {
  it.scopedLive("takes nothing more in: writes are refused until it has been undone", () =>
    Effect.gen(function* () {
      const { failing, numbers, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      failing.add("COMMIT").add("ROLLBACK")
      const both = yield* Effect.all([write(insert, [1]), write(insert, [2])].map(Effect.flip), {
        concurrency: "unbounded"
      })
      expect(both.map(({ cause }) => cause)).toEqual([new Error("COMMIT failed"), new Error("COMMIT failed")])
      for (const act of [write(insert, [3]), transact((act) => act.query(insert, [4]))]) {
        expect((yield* Effect.flip(act)).cause).toEqual(new Error("ROLLBACK failed"))
      }
      failing.clear()
      yield* write(insert, [5])
      expect(numbers()).toEqual([5])
    })
  )
})

describe("Closing", () => {
  it.scopedLive("waits for what was asked before, and refuses what comes later", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { write } = writerExecutor(queue)
      const before = yield* Effect.forEach(inOrder(1, 200), (n) => Effect.fork(write(insert, [n])))
      yield* Effect.yieldNow()
      yield* Effect.async<void>((resume) => queue.close(() => resume(Effect.void)))
      expect(numbers()).toEqual(inOrder(1, 200))
      yield* Effect.forEach(before, Fiber.join)
      const failure = yield* Effect.flip(write(insert, [0]))
      expect(failure.cause).toEqual(new Error("The database is closed."))
    })
  )

  it.scopedLive("waits for an act that is under way, where no other waits", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const [begun, goOn] = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const acting = yield* Effect.fork(
        writerExecutor(queue).transact((act) =>
          Effect.zipLeft(act.query(insert, [1]), Deferred.succeed(begun, undefined)).pipe(
            Effect.zipLeft(Deferred.await(goOn))
          )
        )
      )
      yield* Deferred.await(begun)
      let isClosed = false
      const closed = yield* Effect.fork(
        Effect.async<void>((resume) =>
          queue.close(() => {
            isClosed = true
            resume(Effect.void)
          })
        )
      )
      yield* Effect.yieldNow()
      expect(isClosed).toBe(false)
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(closed)
      expect(numbers()).toEqual([1])
      yield* Fiber.join(acting)
    })
  )
})
