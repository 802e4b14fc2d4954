import { describe, expect, it } from "@effect/vitest"
import { createOrganization, StorageFailure } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import { aHome, aKeyRecord, anOrganization } from "@tollgate/testing"
import { Deferred, Effect, Exit, Fiber, Option, TestClock } from "effect"
import { emptyFile, inFile } from "./support/files.js"

/**
 * Begins a transaction that inserts a key, pauses for longer than five seconds, and then inserts more. Returns its exit,
 * whether each insertion was refused, and which of the keys are stored.
 */
const insertSlowly = (body: (inserts: Effect.Effect<void>) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const keys = yield* KeyStore
    const transaction = yield* Transaction
    const home = yield* aHome()
    const records = yield* Effect.replicateEffect(aKeyRecord(home), 7)
    const [before, forkedBefore, ...after] = records
    const [over, isForked] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const refused: Array<boolean> = []
    const insert = (key: (typeof records)[number] | undefined) =>
      key === undefined
        ? Effect.dieMessage("there is no such key")
        : Effect.map(Effect.exit(keys.insert(key)), (exit) => refused.push(Exit.isFailure(exit)))
    const late = Effect.gen(function* () {
      yield* Deferred.await(over)
      yield* insert(after[0])
      yield* Effect.exit(transaction.attempt(insert(after[1])))
      yield* Effect.exit(transaction.run(insert(after[2])))
      yield* Fiber.join(yield* Effect.fork(insert(after[3])))
      yield* Fiber.join(yield* Effect.forkDaemon(insert(after[4])))
    })
    const slow = Effect.gen(function* () {
      yield* insert(before)
      const forked = yield* Effect.fork(Effect.zipRight(Deferred.await(over), insert(forkedBefore)))
      yield* Deferred.succeed(isForked, undefined)
      yield* body(late)
      yield* Fiber.join(forked)
    })
    const running = yield* Effect.fork(Effect.exit(transaction.run(slow)))
    yield* Deferred.await(isForked)
    yield* TestClock.adjust("6 seconds")
    // This write gets its turn when the other transaction has expired.
    yield* createOrganization(anOrganization())
    yield* Deferred.succeed(over, undefined)
    const exit = yield* Fiber.join(running)
    const found = yield* Effect.forEach(records, ({ hash }) => keys.find(home.organization_id, hash))
    return { exit, refused, isStored: found.map(Option.isSome) }
  })

const tooLong = new StorageFailure({
  cause: new Error("The transaction was open for more than 5 seconds and was rolled back."),
  outcome: "none"
})

describe("A transaction that was open for more than five seconds", () => {
  const bodies = {
    "goes on": (inserts: Effect.Effect<void>) => inserts,
    "cannot be interrupted": Effect.uninterruptible,
    "goes on in a fiber": (inserts: Effect.Effect<void>) => Effect.flatMap(Effect.forkDaemon(inserts), Fiber.join)
  }
  for (const [what, body] of Object.entries(bodies)) {
    it.scoped(`is refused, and nothing of it is stored, also when its body ${what}`, () =>
      Effect.gen(function* () {
        const result = yield* Effect.provide(insertSlowly(body), inFile(yield* emptyFile))
        expect(result).toEqual({
          exit: Exit.fail(tooLong),
          // What is inside `attempt` is not even begun.
          refused: [false, true, true, true, true, true],
          isStored: Array(7).fill(false)
        })
      })
    )
  }
})
