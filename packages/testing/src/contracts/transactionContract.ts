import { expect } from "@effect/vitest"
import type { StorageFailure } from "@tollgate/core"
import type { KeyStore, Transaction } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { noon } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"
import { refuse, twoKeys } from "./twoKeys.js"

/** Promises of every `Transaction` about the stores of the same layer. */
export const transactionContract = contract<KeyStore | Transaction>("Transaction", (promise) => {
  promise("commits everything that an effect did, and returns its result", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      expect(yield* run(Effect.as(insertBoth, "done"))).toBe("done")
      expect(yield* names).toEqual(["One", "Two"])
    })
  )

  promise("is open for what runs within it, and for nothing else", () =>
    Effect.gen(function* () {
      const { attempt, isOpen, run } = yield* twoKeys
      const [during, within, nested] = yield* Effect.all([run(isOpen), attempt(isOpen), run(attempt(isOpen))])
      expect([yield* isOpen, during, within, nested]).toEqual([false, true, true, true])
      yield* Effect.flip(run(refuse))
      expect(yield* isOpen).toBe(false)
    })
  )

  promise("makes a nested transaction a part of the outer one", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      yield* Effect.flip(run(Effect.zipRight(run(insertBoth), refuse)))
      expect(yield* names).toEqual([])
    })
  )

  promise("keeps what a nested transaction did before a failure that the outer one catches", () =>
    Effect.gen(function* () {
      const { keys, names, one, run, two } = yield* twoKeys
      const part = Effect.flip(run(Effect.zipRight(keys.insert(one), refuse)))
      expect(yield* run(Effect.zipLeft(part, keys.insert(two)))).toBe("refused")
      expect(yield* names).toEqual(["One", "Two"])
    })
  )

  promise("rolls back an effect that fails, and fails with the same error", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      expect(yield* Effect.flip(run(Effect.zipRight(insertBoth, refuse)))).toBe("refused")
      expect(yield* names).toEqual([])
    })
  )

  promise("rolls back an effect that dies", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      const exit = yield* Effect.exit(run(Effect.zipRight(insertBoth, Effect.die("broken"))))
      expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      expect(yield* names).toEqual([])
    })
  )

  promise("rolls back an effect that is interrupted, and lets the next one in", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      const begun = yield* Deferred.make<void>()
      const body = Effect.zipRight(Effect.zipRight(insertBoth, Deferred.succeed(begun, undefined)), Effect.never)
      const fiber = yield* Effect.fork(run(body))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      expect(yield* names).toEqual([])
      yield* run(insertBoth)
      expect(yield* names).toEqual(["One", "Two"])
    })
  )

  promise("restores the previous state, after each kind of change", () =>
    Effect.gen(function* () {
      const { keys, one, organization, run } = yield* twoKeys
      yield* keys.insert(one)
      const { label, secret } = yield* aSecret
      const change = Effect.all([
        keys.update(organization, one.hash, { name: "Changed", disabled: true }, noon),
        keys.rotate(organization, one.hash, { secret, label, until: noon }, noon)
      ])
      yield* Effect.flip(run(Effect.zipRight(change, refuse)))
      expect(plain(yield* keys.find(organization, one.hash))).toEqual(plain([one]))
    })
  )

  promise("reads its own writes", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      expect(yield* run(Effect.zipRight(insertBoth, names))).toEqual(["One", "Two"])
    })
  )

  promise("shows no uncommitted changes to others", () =>
    Effect.gen(function* () {
      const { insertBoth, names, run } = yield* twoKeys
      const written = yield* Deferred.make<void>()
      const reader = yield* Effect.fork(Effect.zipRight(Deferred.await(written), names))
      const body = Effect.gen(function* () {
        yield* insertBoth
        yield* Deferred.succeed(written, undefined)
        // The reader runs now. It sees the previous state, or waits until the transaction ends.
        yield* Effect.replicateEffect(Effect.yieldNow(), 20)
        return yield* refuse
      })
      yield* Effect.flip(run(body))
      expect(yield* Fiber.join(reader)).toEqual([])
    })
  )

  promise("loses no update among concurrent transactions", () =>
    Effect.gen(function* () {
      const { keys, one, organization, run } = yield* twoKeys
      yield* keys.insert({ ...one, name: "0" })
      const add = Effect.gen(function* () {
        const before = yield* Effect.flatten(keys.find(organization, one.hash))
        yield* Effect.yieldNow()
        yield* keys.update(organization, one.hash, { name: String(Number(before.name) + 1) }, noon)
      })
      yield* Effect.replicateEffect(run(add), 50, { concurrency: "unbounded", discard: true })
      const key = yield* Effect.flatten(keys.find(organization, one.hash))
      expect(key.name).toBe("50")
    })
  )

  promise("keeps only what committed among concurrent transactions", () =>
    Effect.gen(function* () {
      const { home, keys, organization, run } = yield* twoKeys
      const records = yield* Effect.replicateEffect(aKeyRecord(home), 30)
      const even = (index: number) => index % 2 === 0
      yield* Effect.forEach(
        records,
        (key, index) =>
          Effect.exit(run(Effect.zipRight(keys.insert(key), even(index) ? Effect.void : Effect.fail("no")))),
        { concurrency: "unbounded", discard: true }
      )
      const found = yield* Effect.forEach(records, ({ hash }) => keys.find(organization, hash))
      expect(found.map((key) => key._tag === "Some")).toEqual(records.map((_, index) => even(index)))
    })
  )

  promise("lets a fiber that outlives it write on its own", () =>
    Effect.gen(function* () {
      const { keys, names, one, organization, rename, run } = yield* twoKeys
      const over = yield* Deferred.make<void>()
      const afterwards = Effect.zipRight(Deferred.await(over), Effect.zip(rename(one, "Later"), names))
      const fiber = yield* run(Effect.zipRight(keys.insert(one), Effect.forkDaemon(afterwards)))
      yield* Deferred.succeed(over, undefined)
      expect((yield* Fiber.join(fiber))[1]).toEqual(["Later"])
      const alone = yield* Effect.flatten(keys.find(organization, one.hash))
      expect(alone.name).toBe("Later")

      const undone = yield* Deferred.make<Fiber.RuntimeFiber<void, StorageFailure>>()
      const overToo = yield* Deferred.make<void>()
      const late = Effect.zipRight(Deferred.await(overToo), rename(one, "Last"))
      const forks = Effect.flatMap(Effect.forkDaemon(late), (fiber) => Deferred.succeed(undone, fiber))
      yield* Effect.flip(run(Effect.zipRight(forks, refuse)))
      yield* Deferred.succeed(overToo, undefined)
      yield* Fiber.join(yield* Deferred.await(undone))
      expect(yield* names).toEqual(["Last"])
    })
  )
})
