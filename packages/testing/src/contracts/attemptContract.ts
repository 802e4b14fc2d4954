import { expect } from "@effect/vitest"
import type { KeyStore, Transaction } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { contract } from "./contract.js"
import { refuse, twoKeys } from "./twoKeys.js"

/** Promises of `Transaction` about a part that can be rolled back alone. */
export const attemptContract = contract<KeyStore | Transaction>("Transaction.attempt", (promise) => {
  promise("keeps everything that an effect did by itself, or nothing", () =>
    Effect.gen(function* () {
      const { attempt, insertBoth, names } = yield* twoKeys
      expect(yield* Effect.flip(attempt(Effect.zipRight(insertBoth, refuse)))).toBe("refused")
      expect(yield* names).toEqual([])
      expect(yield* attempt(Effect.as(insertBoth, "done"))).toBe("done")
      expect(yield* names).toEqual(["One", "Two"])
    })
  )

  promise("rolls back a failed part alone, and keeps what came before and after it", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, rename, run, two } = yield* twoKeys
      const part = attempt(Effect.zipRight(Effect.zipRight(rename(one, "Changed"), keys.insert(two)), refuse))
      const seen = yield* run(
        Effect.gen(function* () {
          yield* keys.insert(one)
          expect(yield* Effect.flip(part)).toBe("refused")
          const between = yield* names
          yield* keys.insert(two)
          return between
        })
      )
      expect(seen).toEqual(["One"])
      expect(yield* names).toEqual(["One", "Two"])
    })
  )

  promise("commits a successful part with the whole, and rolls it back with the whole", () =>
    Effect.gen(function* () {
      const { attempt, insertBoth, names, one, rename, run } = yield* twoKeys
      yield* Effect.flip(run(Effect.zipRight(attempt(insertBoth), refuse)))
      expect(yield* names).toEqual([])
      const seen = yield* run(Effect.zipRight(attempt(Effect.zipRight(insertBoth, rename(one, "First"))), names))
      expect(seen).toEqual(["First", "Two"])
      expect(yield* names).toEqual(["First", "Two"])
    })
  )

  promise("rolls back a nested part alone, and the nested parts of a failed one with it", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, rename, run, two } = yield* twoKeys
      yield* run(
        Effect.gen(function* () {
          yield* attempt(
            Effect.zipRight(keys.insert(one), Effect.flip(attempt(Effect.zipRight(keys.insert(two), refuse))))
          )
          yield* Effect.flip(attempt(Effect.zipRight(attempt(rename(one, "Changed")), refuse)))
        })
      )
      expect(yield* names).toEqual(["One"])
    })
  )

  promise("makes a transaction within a part belong to that part", () =>
    Effect.gen(function* () {
      const { attempt, insertBoth, names, run } = yield* twoKeys
      yield* run(Effect.flip(attempt(Effect.zipRight(run(insertBoth), refuse))))
      expect(yield* names).toEqual([])
    })
  )

  promise("rolls back a part that dies or is interrupted, and lets the rest go on", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, run, two } = yield* twoKeys
      yield* run(
        Effect.gen(function* () {
          const dead = yield* Effect.exit(attempt(Effect.zipRight(keys.insert(one), Effect.die("broken"))))
          expect(Exit.isFailure(dead) && Cause.isDie(dead.cause)).toBe(true)
          const begun = yield* Deferred.make<void>()
          const endless = Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)
          const fiber = yield* Effect.fork(attempt(Effect.zipRight(keys.insert(one), endless)))
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(fiber)
          yield* keys.insert(two)
        })
      )
      expect(yield* names).toEqual(["Two"])
    })
  )

  promise("isolates concurrent parts of one transaction", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, run, two } = yield* twoKeys
      const succeeds = attempt(Effect.zipRight(keys.insert(one), Effect.yieldNow()))
      const fails = attempt(Effect.zipRight(Effect.zipRight(keys.insert(two), Effect.yieldNow()), refuse))
      const exits = yield* run(Effect.all([Effect.exit(fails), Effect.exit(succeeds)], { concurrency: "unbounded" }))
      expect(exits.map(({ _tag }) => _tag)).toEqual(["Failure", "Success"])
      expect(yield* names).toEqual(["One"])
    })
  )

  promise("fails a part that still runs when the transaction ends, and runs no more of it", () =>
    Effect.gen(function* () {
      const { attempt, keys, names, one, rename, run, two } = yield* twoKeys
      yield* keys.insert(one)
      const [begun, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const meanwhile = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(over))
      const part = attempt(Effect.zipRight(meanwhile, Effect.zipRight(rename(one, "Late"), keys.insert(two))))
      const fiber = yield* run(Effect.zipLeft(Effect.forkDaemon(part), Deferred.await(begun)))
      yield* Deferred.succeed(over, undefined)
      expect((yield* Effect.flip(Fiber.join(fiber)))._tag).toBe("StorageFailure")
      expect(yield* names).toEqual(["One"])
    })
  )
})
