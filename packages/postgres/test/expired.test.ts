import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Exit, Fiber, Layer, TestClock } from "effect"
import { whenIdle } from "./support/activity.js"
import { migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

/** Three keys to insert, and gates for what a transaction does before and after its limit. */
const opened = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const stores = yield* Layer.build(inDatabase(url))
  return yield* Effect.gen(function* () {
    const keys = yield* KeyStore
    const transaction = yield* Transaction
    const home = yield* aHome()
    const [a, b, c] = (yield* Effect.replicateEffect(aKeyRecord(home), 3)).map(keys.insert)
    if (a === undefined || b === undefined || c === undefined) return expect.unreachable()
    const began = yield* Effect.makeLatch()
    const later = yield* Effect.makeLatch()
    const stored = Effect.zipRight(whenIdle(url), query(url, "SELECT name FROM api_keys"))
    return { a, b, c, began, later, run: transaction.run, stored }
  }).pipe(Effect.provide(stores))
})

const refused = (failure: unknown) => {
  expect(failure).toBeInstanceOf(StorageFailure)
  expect(failure).toMatchObject({ outcome: "none" })
}

describe("A transaction on PostgreSQL that stays open for more than five seconds", () => {
  it.scoped("is refused, and stores nothing of what came before or would come later", () =>
    Effect.gen(function* () {
      const { a, b, began, c, run, stored } = yield* opened
      const body = Effect.all([a, began.open, Effect.sleep("5500 millis"), b, c])
      const running = yield* Effect.fork(Effect.flip(run(body)))
      yield* began.await
      yield* TestClock.adjust("5100 millis")
      refused(yield* Fiber.join(running))
      yield* TestClock.adjust("1 second")
      expect(yield* stored).toEqual([])
    })
  )

  it.scoped("refuses what is left of a body that cannot be interrupted", () =>
    Effect.gen(function* () {
      const { a, b, began, c, later, run, stored } = yield* opened
      const rest = yield* Effect.makeLatch()
      const left: Array<Exit.Exit<unknown, StorageFailure>> = []
      const body = Effect.gen(function* () {
        yield* a
        yield* began.open
        yield* later.await
        left.push(yield* Effect.exit(b), yield* Effect.exit(run(c)))
        yield* rest.open
      })
      const running = yield* Effect.fork(Effect.flip(run(Effect.uninterruptible(body))))
      yield* began.await
      yield* TestClock.adjust("5100 millis")
      refused(yield* Fiber.join(running))
      yield* later.open
      yield* rest.await
      expect(left.map(Exit.isFailure)).toEqual([true, true])
      expect(yield* stored).toEqual([])
    })
  )

  it.scoped("refuses the statements of a fiber that its body forked", () =>
    Effect.gen(function* () {
      const { a, b, began, c, later, run, stored } = yield* opened
      const body = Effect.gen(function* () {
        yield* a
        const forked = yield* Effect.forkDaemon(
          Effect.zipRight(later.await, Effect.all([Effect.exit(b), Effect.exit(run(c))]))
        )
        yield* began.open
        yield* Effect.ensuring(
          Effect.never,
          Effect.sync(() => fibers.push(forked))
        )
      })
      const fibers: Array<Fiber.Fiber<ReadonlyArray<Exit.Exit<unknown, StorageFailure>>>> = []
      const running = yield* Effect.fork(Effect.flip(run(body)))
      yield* began.await
      yield* TestClock.adjust("5100 millis")
      refused(yield* Fiber.join(running))
      yield* later.open
      const exits = yield* Fiber.joinAll(fibers)
      expect(exits.map((one) => one.map(Exit.isFailure))).toEqual([[true, true]])
      expect(yield* stored).toEqual([])
    })
  )
})

describe("A transaction on PostgreSQL whose caller was interrupted", () => {
  it.scoped("refuses what is left of a body that cannot be interrupted", () =>
    Effect.gen(function* () {
      const { a, b, began, c, later, run, stored } = yield* opened
      const rest = yield* Effect.makeLatch()
      const left: Array<Exit.Exit<unknown, StorageFailure>> = []
      const body = Effect.gen(function* () {
        yield* a
        yield* began.open
        yield* later.await
        left.push(yield* Effect.exit(b), yield* Effect.exit(c))
        yield* rest.open
      })
      const running = yield* Effect.fork(run(Effect.uninterruptible(body)))
      yield* began.await
      yield* Fiber.interrupt(running)
      yield* later.open
      yield* rest.await
      expect(left.map(Exit.isFailure)).toEqual([true, true])
      expect(yield* stored).toEqual([])
    })
  )
})
