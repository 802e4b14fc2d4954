import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Effect, Exit, Fiber, FiberRef, Logger } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { nextTurn } from "./support/nextTurn.js"
import { insert, queueOverFile } from "./support/queue.js"

const select = "SELECT n FROM numbers"
const point = "SAVEPOINT tollgate_act"
const back = `ROLLBACK TO ${point}`
const release = `RELEASE ${point}`
const all = { concurrency: "unbounded" } as const

/** The statements, without what was said before the first of them. */
const statements = (said: ReadonlyArray<string>) => said.filter((text) => text !== "turn")

describe("Transactions whose bodies do not suspend", () => {
  it.scopedLive("run one after another in one turn of the event loop, without savepoints", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const act = (n: number) =>
        transact((act) => {
          // Runs when the call that gives the turns has returned.
          queueMicrotask(() => said.push("microtask"))
          return Effect.all([act.query(select, []), act.query(insert, [n]), act.query(insert, [n + 1])])
        })
      yield* Effect.forEach([1, 3], act, all)
      expect(numbers()).toEqual([1, 2, 3, 4])
      const each = [select, insert, insert]
      expect(said.slice(said.indexOf("BEGIN IMMEDIATE"), said.indexOf("COMMIT") + 2)).toEqual([
        ...["BEGIN IMMEDIATE", ...each, ...each, "COMMIT", "microtask"]
      ])
    })
  )

  it.scopedLive("need no savepoint for what they only read, whether they fail or not", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const read = transact((act) => act.query(select, []))
      const refused = transact((act) => Effect.zipRight(act.query(select, []), Effect.fail("refused" as const)))
      const exits = yield* Effect.all([write(insert, [1]), read, refused].map(Effect.exit), all)
      expect(exits).toEqual([Exit.succeed([]), Exit.succeed([{ n: 1 }]), Exit.fail("refused")])
      expect(numbers()).toEqual([1])
      expect(statements(said)).toEqual(["BEGIN IMMEDIATE", insert, select, select, "COMMIT"])
    })
  )

  it.scopedLive("that fail are undone alone: the first with the transaction, a later one when all have run again", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const kept = (n: number) => transact((act) => act.query(insert, [n]))
      const undone = (n: number) => transact((act) => Effect.zipRight(act.query(insert, [n]), Effect.fail(n)))
      const exits = yield* Effect.all([undone(1), kept(2), undone(3), kept(4)].map(Effect.exit), all)
      expect(exits).toEqual([Exit.fail(1), Exit.succeed([]), Exit.fail(3), Exit.succeed([])])
      expect(numbers()).toEqual([2, 4])
      expect(statements(said)).toEqual([
        ...["BEGIN IMMEDIATE", insert, "ROLLBACK"],
        ...["BEGIN IMMEDIATE", insert, insert, "ROLLBACK"],
        // The one that had not run, and those that run again, each of which may fail again.
        ...["BEGIN IMMEDIATE", insert, point, insert, release, point, insert, back, release, "COMMIT"]
      ])
      said.length = 0
      yield* kept(5)
      expect(statements(said)).toEqual(["BEGIN IMMEDIATE", insert, "COMMIT"])
    })
  )

  it.scopedLive("that fail after a single statement run again with it, and see what it has written", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const seen: Array<unknown> = []
      const undone = transact((act) =>
        Effect.flatMap(Effect.zipRight(act.query(insert, [2]), act.query(select, [])), (rows) => {
          seen.push(rows)
          return Effect.fail("refused")
        })
      )
      const exits = yield* Effect.all([write(insert, [1]), undone].map(Effect.exit), all)
      expect(exits).toEqual([Exit.succeed([]), Exit.fail("refused")])
      expect(seen).toEqual(Array(2).fill([{ n: 1 }, { n: 2 }]))
      expect(numbers()).toEqual([1])
      expect(statements(said)).toEqual([
        ...["BEGIN IMMEDIATE", insert, insert, select, "ROLLBACK"],
        ...["BEGIN IMMEDIATE", insert, point, insert, select, back, release, "COMMIT"]
      ])
    })
  )

  it.scopedLive("that fail and have changed nothing do not make others run again, though they have tried to", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const unlessTaken = `${insert} ON CONFLICT DO NOTHING RETURNING n`
      const kept = (n: number) => transact((act) => act.query(insert, [n]))
      const taken = transact((act) => Effect.zipRight(act.query(unlessTaken, [1]), Effect.fail("taken")))
      const clashing = Effect.mapError(kept(1), ({ _tag }) => _tag)
      const exits = yield* Effect.all([kept(1), taken, clashing, kept(2)].map(Effect.exit), all)
      expect(exits).toEqual([Exit.succeed([]), Exit.fail("taken"), Exit.fail("StorageFailure"), Exit.succeed([])])
      expect(numbers()).toEqual([1, 2])
      expect(statements(said)).toEqual(["BEGIN IMMEDIATE", insert, unlessTaken, insert, insert, "COMMIT"])
    })
  )

  it.scopedLive("that run again are done, as all that were accepted, before the queue is closed", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const kept = transact((act) => act.query(insert, [1]))
      const undone = transact((act) => Effect.zipRight(act.query(insert, [2]), Effect.fail("refused")))
      const both = yield* Effect.fork(Effect.all([kept, undone].map(Effect.exit), all))
      yield* Effect.repeat(Effect.yieldNow(), { until: () => queue.length() === 2 })
      yield* Effect.async<void>((resume) => queue.close(() => resume(Effect.void)))
      expect(numbers()).toEqual([1])
      expect(yield* Fiber.join(both)).toEqual([Exit.succeed([]), Exit.fail("refused")])
    })
  )

  it.scopedLive("that fail leave no lock", () =>
    Effect.gen(function* () {
      const { numbers, others, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      yield* Effect.flip(transact((act) => Effect.zipRight(act.query(insert, [1]), Effect.fail("refused"))))
      others.exec("INSERT INTO numbers VALUES (2)")
      expect(numbers()).toEqual([2])
    })
  )

  it.scopedLive("that ignore a failed statement fail with it and are undone, the first and a later one", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const ignoring = (n: number) =>
        Effect.flip(transact((act) => Effect.zipRight(act.query(insert, [n]), Effect.ignore(act.query(insert, [n])))))
      yield* ignoring(1)
      const both = yield* Effect.all([write(insert, [2]), ignoring(3)], all)
      expect(both[1]).toMatchObject({ outcome: "none", cause: { cause: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } } })
      expect(numbers()).toEqual([2])
    })
  )

  it.scopedLive("that die are undone, and the others are kept", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const dying = (n: number) => transact((act) => Effect.zipRight(act.query(insert, [n]), Effect.dieMessage(`${n}`)))
      const kept = transact((act) => act.query(insert, [2]))
      const exits = yield* Effect.all([dying(1), kept, dying(3)].map(Effect.exit), all)
      expect(exits.map(Exit.isSuccess)).toEqual([false, true, false])
      expect(numbers()).toEqual([2])
    })
  )
})

describe("The body of a transaction", () => {
  it.scopedLive(
    "runs in the fiber of its caller: with its references, which it can change, and its log annotations",
    () =>
      Effect.gen(function* () {
        const { queue } = yield* queueOverFile
        const { transact } = writerExecutor(queue)
        const ref = yield* FiberRef.make("outside")
        const heard: Array<unknown> = []
        const logger = Logger.make(({ annotations, message }) => heard.push([message, [...annotations]]))
        const body = (wait: Effect.Effect<void>) =>
          transact(() =>
            Effect.gen(function* () {
              yield* wait
              yield* Effect.logInfo("inside")
              const found = yield* FiberRef.get(ref)
              yield* FiberRef.set(ref, "inside")
              return [yield* Effect.fiberId, found]
            })
          )
        for (const wait of [Effect.void, nextTurn]) {
          yield* FiberRef.set(ref, "outside")
          const ran = body(wait).pipe(
            Effect.annotateLogs("request", 7),
            Effect.provide(Logger.replace(Logger.defaultLogger, logger))
          )
          expect(yield* ran).toEqual([yield* Effect.fiberId, "outside"])
          expect(yield* FiberRef.get(ref)).toBe("inside")
        }
        expect(heard).toEqual(Array(2).fill([["inside"], [["request", 7]]]))
      })
  )

  it.scopedLive("is interruptible where its caller is, and then undone; where it is not, it runs to its end", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const slow = (n: number) =>
        transact((act) => Effect.zipRight(act.query(insert, [n]), Effect.repeatN(nextTurn, 20)))
      const started = Effect.repeatN(nextTurn, 5)
      const interruptible = yield* Effect.fork(slow(1))
      yield* started
      yield* Fiber.interrupt(interruptible)
      const uninterruptible = yield* Effect.fork(Effect.uninterruptible(slow(2)))
      yield* started
      yield* Fiber.interrupt(uninterruptible)
      expect(numbers()).toEqual([2])
    })
  )

  it.scopedLive("that suspends keeps its turn: what comes meanwhile is stored after it", () =>
    Effect.gen(function* () {
      const { numbers, queue, said } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      const slow = transact((act) =>
        Effect.zipRight(Effect.zipRight(act.query(insert, [1]), nextTurn), act.query(insert, [2]))
      )
      yield* Effect.all([slow, write(insert, [3]), transact((act) => act.query(insert, [4]))], all)
      expect(numbers()).toEqual([1, 2, 3, 4])
      expect(statements(said)).toEqual(["BEGIN IMMEDIATE", insert, insert, insert, insert, "COMMIT"])
    })
  )

  it.scopedLive("writes nothing alone once SQLite has rolled back the transaction by itself", () =>
    Effect.gen(function* () {
      const { numbers, others, queue } = yield* queueOverFile
      const { transact, write } = writerExecutor(queue)
      others.exec(
        "CREATE TRIGGER full BEFORE INSERT ON numbers WHEN NEW.n = 2 BEGIN SELECT RAISE(ROLLBACK, 'full'); END"
      )
      const going = transact((act) =>
        Effect.all([act.query(insert, [1]), Effect.ignore(act.query(insert, [2])), act.query(insert, [3])])
      )
      const behind = transact((act) =>
        Effect.flatMap(act.connected(), (host) =>
          Effect.all([2, 5].map((n) => Effect.ignore(host.execute(insert, [n], undefined))))
        )
      )
      for (const act of [going, behind]) {
        const failures = yield* Effect.all([write(insert, [0]), act].map(Effect.flip), all)
        expect(failures.map((failure) => failure instanceof StorageFailure)).toEqual([true, true])
      }
      yield* write(insert, [4])
      expect(numbers()).toEqual([4])
    })
  )

  it.scopedLive("does nothing more through its connection once its turn is over", () =>
    Effect.gen(function* () {
      const { numbers, queue } = yield* queueOverFile
      const { transact } = writerExecutor(queue)
      const connection = yield* transact((act) => Effect.zipRight(act.query(insert, [1]), act.connected()))
      const late = connection.execute(insert, [2], undefined)
      expect(Exit.isFailure(yield* Effect.exit(late))).toBe(true)
      yield* transact((act) => Effect.zipRight(act.query(insert, [3]), Effect.ignore(late)))
      expect(numbers()).toEqual([1, 3])
    })
  )
})
