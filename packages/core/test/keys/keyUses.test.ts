import { describe, expect, it } from "@effect/vitest"
import { authenticate, createKey, getKey, type KeyHash, Memory } from "@tollgate/core"
import { type KeyUse, makeKeyUses, StorageFailure } from "@tollgate/core/storage"
import { aKey } from "@tollgate/testing/accounts"
import { DateTime, Effect, Exit, Fiber, Logger, Scope, TestClock } from "effect"
import { openAccount } from "../support/account.js"

const at = DateTime.unsafeMake
// Nothing here looks at the form of a hash.
const hash = (text: string) => text as KeyHash

/** The uses that are stored, in the order in which they are written, and what becomes of each write. */
const storing = Effect.gen(function* () {
  const stored: Array<ReadonlyArray<KeyUse>> = []
  const outcomes: Array<ReadonlyArray<KeyUse> | StorageFailure> = []
  const scope = yield* Scope.make()
  const use = yield* Scope.extend(
    makeKeyUses((uses) => {
      stored.push(uses)
      const outcome = outcomes.shift() ?? []
      return outcome instanceof StorageFailure ? Effect.fail(outcome) : Effect.succeed(outcome)
    }),
    scope
  )
  return { stored, outcomes, use, close: Scope.close(scope, Exit.void) }
})

describe("uses of keys", () => {
  it.effect("are stored once a minute, each key with its latest use", () =>
    Effect.gen(function* () {
      const { close, stored, use } = yield* storing
      yield* use(hash("a"), at(3))
      yield* use(hash("b"), at(2))
      yield* use(hash("a"), at(1))
      yield* TestClock.adjust("59 seconds")
      expect(stored).toEqual([])
      yield* TestClock.adjust("1 seconds")
      const first = [
        { hash: "a", at: 3 },
        { hash: "b", at: 2 }
      ]
      expect(stored).toEqual([first])
      yield* TestClock.adjust("1 hour")
      expect(stored).toEqual([first])
      yield* use(hash("a"), at(4))
      yield* TestClock.adjust("1 minute")
      expect(stored).toEqual([first, [{ hash: "a", at: 4 }]])
      yield* close
      expect(stored.length).toBe(2)
    })
  )

  it.live("wait for their minute without keeping the process alive", () =>
    Effect.gen(function* () {
      const { close, stored, use } = yield* storing
      const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
      const before = timers()
      // The first waits in the background; without this, the timer would not be there yet.
      yield* use(hash("a"), at(1))
      yield* Effect.yieldNow()
      expect(timers()).toBeLessThanOrEqual(before)
      yield* close
      expect(stored).toEqual([[{ hash: "a", at: 1 }]])
    })
  )

  it.effect("are stored when the storage closes, and those that were left alone one by one", () =>
    Effect.gen(function* () {
      const { close, outcomes, stored, use } = yield* storing
      const [a, b] = [
        { hash: hash("a"), at: 1 },
        { hash: hash("b"), at: 2 }
      ]
      yield* use(a.hash, at(a.at))
      yield* use(b.hash, at(b.at))
      yield* TestClock.adjust("1 second")
      outcomes.push([a, b])
      yield* close
      expect(stored).toEqual([[a, b], [a], [b]])
    })
  )

  it.effect("are tried again a minute later if they could not be stored, unless a later use has come", () =>
    Effect.gen(function* () {
      const { outcomes, stored, use } = yield* storing
      const a = { hash: hash("a"), at: 1 }
      yield* use(a.hash, at(a.at))
      outcomes.push(new StorageFailure({ cause: null }), [a])
      yield* TestClock.adjust("2 minutes")
      expect(stored).toEqual([[a], [a]])
      yield* use(a.hash, at(5))
      yield* TestClock.adjust("1 minute")
      expect(stored.slice(2)).toEqual([[{ ...a, at: 5 }]])
    })
  )

  it.effect("are stored as of now if the clock was set back after them", () =>
    Effect.gen(function* () {
      const { close, stored, use } = yield* storing
      yield* use(hash("a"), at(90_000))
      yield* TestClock.adjust("1 minute")
      yield* use(hash("a"), at(70_000))
      yield* close
      expect(stored).toEqual([[{ hash: "a", at: 60_000 }], [{ hash: "a", at: 60_000 }]])
    })
  )

  it.effect("are lost with a warning if the storage fails or does not answer for five seconds when it closes", () =>
    Effect.gen(function* () {
      const said: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => said.push([logLevel.label, message]))
      const log = Logger.replace(Logger.defaultLogger, logger)
      for (const [store, seconds] of [
        [Effect.fail(new StorageFailure({ cause: null })), 0],
        [Effect.never, 5]
      ] as const) {
        const scope = yield* Scope.make()
        const use = yield* Effect.provide(
          Scope.extend(
            makeKeyUses(() => store),
            scope
          ),
          log
        )
        yield* use(hash("a"), at(1))
        const closing = yield* Effect.fork(Effect.provide(Scope.close(scope, Exit.void), log))
        if (seconds > 0) {
          yield* TestClock.adjust("4999 millis")
          expect(closing.unsafePoll()).toBeNull()
          yield* TestClock.adjust("1 millis")
        }
        expect(yield* Fiber.join(closing)).toBeUndefined()
      }
      const warning = ["WARN", ["the last uses of API keys could not be stored"]]
      expect(said).toEqual([warning, warning])
    })
  )

  it.effect("whose writing has begun are waited for when the storage closes", () =>
    Effect.gen(function* () {
      const done = yield* Effect.makeLatch()
      const scope = yield* Scope.make()
      let stored = 0
      const use = yield* Scope.extend(
        makeKeyUses((uses) =>
          Effect.as(
            Effect.zipRight(
              done.await,
              Effect.sync(() => (stored += uses.length))
            ),
            []
          )
        ),
        scope
      )
      yield* use(hash("a"), at(1))
      yield* TestClock.adjust("1 minute")
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      expect([closing.unsafePoll(), stored]).toEqual([null, 0])
      yield* done.open
      yield* Fiber.join(closing)
      expect(stored).toBe(1)
    })
  )

  it.effect("are shown by the key: the time of its last request", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey()))
      yield* TestClock.adjust("10 minutes")
      yield* authenticate(key)
      yield* TestClock.adjust("1 minute")
      const last_used_at = at(600_000)
      expect(yield* asManager(getKey(data.hash))).toEqual({ ...data, last_used_at })
      // The clock was wrong, and is set back.
      yield* TestClock.setTime(100_000)
      yield* authenticate(key)
      yield* TestClock.adjust("1 minute")
      expect(yield* asManager(getKey(data.hash))).toEqual({ ...data, last_used_at: at(100_000) })
    }).pipe(Effect.provide(Memory.layer))
  )
})
