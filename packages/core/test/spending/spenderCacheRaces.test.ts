import { describe, expect, it } from "@effect/vitest"
import { assignMembers, createGuardrail, Memory, updateGuardrail } from "@tollgate/core"
import { KeyStore, SpendingStore, Transaction } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch, members } from "@tollgate/testing"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { openSpender } from "./support/spender.js"
import { withFinding } from "./support/watchedSpenders.js"

const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const guardrail = yield* account.asManager(createGuardrail(aGuardrail({ allowed_models: ["acme/writer"] })))
  yield* account.asManager(assignMembers(guardrail.id, members("Acme-owner")))
  const allow = (...allowed_models: ReadonlyArray<string>) =>
    account.asManager(updateGuardrail(guardrail.id, aGuardrailPatch({ allowed_models })))
  return { ...account, allow }
})

describe("What a request is judged by", () => {
  it.effect("refuses a request by what another request has read since it began, without reading it again", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const keys = yield* KeyStore
      let readings = 0
      const store = yield* withFinding((find) => (...args) => {
        readings += 1
        return find(...args)
      })
      const watched = Effect.provideService(SpendingStore, store)
      const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof hold>>>()
      yield* watched(hold(ordinaryKey))
      // While the request is judged by what is cached, a change makes that out of date, and another request reads it.
      const another = watched(Effect.zipRight(allow("acme/writer", "acme/reader"), hold(ordinaryKey)))
      let others = 0
      const use: typeof keys.use = (...args) =>
        Effect.suspend(() => {
          others += 1
          return Effect.zipRight(Effect.orDie(Effect.provide(another, context)), keys.use(...args))
        })
      const refused = watched(hold(ordinaryKey, { models: ["acme/other"] })).pipe(
        Effect.provideService(KeyStore, { ...keys, use })
      )
      expect(yield* Effect.flip(refused)).toMatchObject({ _tag: "PolicyRefused", reason: "model_not_allowed" })
      expect({ others, readings }).toEqual({ others: 1, readings: 2 })
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is read in a transaction after two tries, so that changes in quick succession starve no request", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const { isOpen } = yield* Transaction
      const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof allow>>>()
      let changes = 0
      // No other act runs beside a transaction in memory.
      const change = Effect.suspend(() => allow("acme/writer", `acme/model-${changes++}`)).pipe(
        Effect.provide(context),
        Effect.orDie
      )
      const beforeChanges = yield* withFinding(
        (find) =>
          (...args) =>
            Effect.zipLeft(
              find(...args),
              Effect.flatMap(isOpen, (open) => (open ? Effect.void : change))
            )
      )
      const admitted = Effect.provideService(hold(ordinaryKey), SpendingStore, beforeChanges)
      expect(yield* admitted).toMatchObject({ data: { state: "open" }, repeated: false })
      expect(changes).toBe(2)
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is read once for requests that wait for it, and refuses none that came while it was read", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const [read, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let readings = 0
      const slow = yield* withFinding((find) => (...args) => {
        readings += 1
        const found = find(...args)
        return readings > 1
          ? found
          : Effect.zipLeft(found, Effect.zipRight(Deferred.succeed(read, undefined), Deferred.await(over)))
      })
      const slowly = Effect.provideService(SpendingStore, slow)
      const first = yield* Effect.fork(slowly(hold(ordinaryKey)))
      yield* Deferred.await(read)
      yield* allow("acme/writer", "acme/other")
      const others = yield* Effect.forEach(["acme/other", "acme/writer", "acme/third"], (model) =>
        Effect.fork(Effect.exit(slowly(hold(ordinaryKey, { models: [model] }))))
      )
      yield* Effect.replicateEffect(Effect.yieldNow(), 100)
      expect(readings).toBe(1)
      // Who began it does not end it for the others.
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(over, undefined)
      const exits = yield* Effect.forEach(others, Fiber.join)
      expect(exits.map(Exit.isSuccess)).toEqual([true, true, false])
      // The second one is what has changed since.
      expect(readings).toBe(2)
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is not what a fiber has read in a transaction that was rolled back meanwhile", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const { run } = yield* Transaction
      const [read, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const other = { models: ["acme/other"] }
      const untilOver = <A, E>(answer: Effect.Effect<A, E>) =>
        Effect.zipLeft(answer, Effect.zipRight(Deferred.succeed(read, undefined), Deferred.await(over)))
      let isSlow = true
      // One store for all, because each store has a cache of its own.
      const watched = yield* withFinding(
        (find) =>
          (...args) =>
            isSlow ? untilOver(find(...args)) : find(...args)
      )
      const asked = Effect.provideService(hold(ordinaryKey, other), SpendingStore, watched)
      const outliving = Effect.forkDaemon(Effect.exit(asked))
      const rolledBack = Effect.gen(function* () {
        yield* allow("acme/other")
        const fiber = yield* outliving
        yield* Deferred.await(read)
        return yield* Effect.fail(fiber)
      })
      const fiber = yield* Effect.flip(run(rolledBack))
      if (!Fiber.isFiber(fiber)) throw new Error("The transaction fails with the fiber.")
      isSlow = false
      yield* allow("acme/reader")
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.await(fiber)
      expect(yield* Effect.flip(asked)).toMatchObject({ _tag: "PolicyRefused" })
      yield* Effect.provideService(hold(ordinaryKey, { models: ["acme/reader"] }), SpendingStore, watched)
    }).pipe(Effect.provide(Memory.layer))
  )
})
