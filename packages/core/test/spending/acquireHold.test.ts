import { describe, expect } from "@effect/vitest"
import type { BoundHold } from "@tollgate/core"
import { HoldEnded, StorageFailure, updateKey } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aKeyPatch, travel } from "@tollgate/testing"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"

/** What becomes of a hold of $1 whose request does this. */
const after = <E>(
  request: (hold: BoundHold) => Effect.Effect<unknown, E>,
  options?: Parameters<Effect.Effect.Success<ReturnType<typeof openBound>>["acquire"]>[0]
) =>
  Effect.gen(function* () {
    const { acquire, read } = yield* openBound(10)
    const opened = yield* Deferred.make<string>()
    const running = yield* acquire(options).pipe(
      Effect.tap(({ authorized }) => Deferred.succeed(opened, authorized.data.id)),
      Effect.flatMap(request),
      Effect.scoped,
      Effect.fork
    )
    const id = yield* Deferred.await(opened)
    return { id, read: read(id), running }
  })

const ended = <E>(...given: Parameters<typeof after<E>>) =>
  Effect.gen(function* () {
    const { read, running } = yield* after(...given)
    yield* Fiber.await(running)
    const { amount, basis, cost, state } = yield* read
    return { amount, basis, cost, state }
  })

const interrupted = <E>(...given: Parameters<typeof after<E>>) =>
  Effect.gen(function* () {
    const { read, running } = yield* after(...given)
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(running)
    const { basis, cost, state } = yield* read
    return { basis, cost, state }
  })

const released = { amount: usd(1), basis: null, cost: null, state: "released" }
const unknown = { amount: usd(1), basis: null, cost: null, state: "unknown" }
const sentThen =
  <A, E>(next: Effect.Effect<A, E>) =>
  (hold: BoundHold) =>
    Effect.zipRight(hold.sent(), next)

describe("A hold bound to a scope", () => {
  inMemory("stays as its methods have ended it", () =>
    Effect.gen(function* () {
      const settled = { amount: usd(1), basis: "provider", cost: usd(0.3), state: "settled" }
      const settle = (hold: BoundHold) => hold.settle({ cost: usd(0.3), basis: "provider" })
      expect(yield* ended(settle)).toEqual(settled)
      expect(yield* ended((hold) => Effect.zipRight(settle(hold), Effect.fail("later")))).toEqual(settled)
      expect(yield* ended((hold) => Effect.zipRight(hold.sent(), hold.release))).toEqual(released)
      expect(yield* ended((hold) => hold.markUnknown)).toEqual(unknown)
    })
  )

  inMemory("is released if its request was not sent, by success, failure and interruption alike", () =>
    Effect.gen(function* () {
      for (const onAbort of ["unknown", "estimate", "drain"] as const) {
        expect(yield* ended(() => Effect.void, { onAbort })).toEqual(released)
        expect(yield* ended(() => Effect.fail("no provider"), { onAbort })).toEqual(released)
        expect(yield* ended(() => Effect.die("a bug"), { onAbort })).toEqual(released)
        expect(yield* interrupted(() => Effect.never, { onAbort })).toMatchObject({ state: "released" })
      }
    })
  )

  inMemory("is unknown if its request was sent and its cost is not known", () =>
    Effect.gen(function* () {
      expect(yield* ended(sentThen(Effect.void))).toEqual(unknown)
      expect(yield* ended(sentThen(Effect.fail("line cut")))).toEqual(unknown)
      expect(yield* ended(sentThen(Effect.fail("line cut")), { onAbort: "drain" })).toEqual(unknown)
      expect(yield* interrupted(sentThen(Effect.never))).toMatchObject({ state: "unknown" })
    })
  )

  inMemory("is settled with the estimate where onAbort says so, by default the amount of its opening", () =>
    Effect.gen(function* () {
      const settled = (dollars: number, amount = 1) => ({
        amount: usd(amount),
        basis: "estimate",
        cost: usd(dollars),
        state: "settled"
      })
      const cut = sentThen(Effect.fail("line cut"))
      expect(yield* ended(cut, { onAbort: "estimate", estimate: usd(0.02) })).toEqual(settled(0.02))
      expect(yield* ended(cut, { onAbort: "estimate" })).toEqual(settled(1))
      const extended = (hold: BoundHold) => Effect.zipRight(hold.extend({ amount: usd(3) }), cut(hold))
      expect(yield* ended(extended, { onAbort: "estimate" })).toEqual(settled(1, 3))
    })
  )

  inMemory("refuses as authorize does, and holds nothing then", () =>
    Effect.gen(function* () {
      const { acquire } = yield* openBound(1)
      const both = Effect.zipRight(acquire(), Effect.flip(acquire()))
      expect(yield* Effect.scoped(both)).toMatchObject({ _tag: "BudgetExceeded", reason: "budget_held" })
      expect(yield* Effect.scoped(acquire())).toMatchObject({ authorized: { data: { state: "open" } } })
    })
  )

  inMemory("renews its lease at its half, as long as the scope is open", () =>
    Effect.gen(function* () {
      const { read, running } = yield* after(() => Effect.never)
      const start = (yield* read).lease_ends_at.epochMillis
      yield* travel("299 seconds")
      expect((yield* read).lease_ends_at.epochMillis).toBe(start)
      for (const minutes of [5, 10, 15, 20]) {
        yield* travel(minutes === 5 ? "1 second" : "5 minutes")
        expect((yield* read).lease_ends_at.epochMillis).toBe(start + minutes * 60_000)
      }
      yield* Fiber.interrupt(running)
      yield* travel("1 hour")
      expect(yield* read).toMatchObject({ state: "released", ended_at: { epochMillis: start + 10 * 60_000 } })
    })
  )

  inMemory("is not renewed for a key that cannot spend any more, and expires", () =>
    Effect.gen(function* () {
      const { acquire, asManager, ordinaryHash, read } = yield* openBound(10)
      const hold = yield* acquire()
      const { id } = hold.authorized.data
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      yield* travel("10 minutes")
      expect(yield* Effect.flip(hold.sent())).toEqual(new HoldEnded({ id }))
      const store = yield* SpendingStore
      yield* Effect.flatMap(Clock.currentTimeMillis, store.expireHolds)
      expect(yield* read(id)).toMatchObject({ state: "expired" })
    }).pipe(Effect.scoped)
  )

  inMemory("renews again after storage failed, and is left to its lease if it cannot be ended", () => {
    let broken = false
    const whileWhole = <A>(act: Effect.Effect<A, StorageFailure>) =>
      Effect.suspend(() => (broken ? Effect.fail(new StorageFailure({ cause: "gone", outcome: "none" })) : act))
    const frail = Layer.effect(
      SpendingStore,
      Effect.map(SpendingStore, (store) =>
        SpendingStore.of({
          ...store,
          find: (name) => whileWhole(store.find(name)),
          release: (name, now) => whileWhole(store.release(name, now))
        })
      )
    )
    return Effect.gen(function* () {
      const { read, running } = yield* after(() => Effect.never)
      const start = (yield* read).lease_ends_at.epochMillis
      broken = true
      yield* travel("6 minutes")
      broken = false
      yield* travel("1 minute")
      expect((yield* read).lease_ends_at.epochMillis).toBeGreaterThan(start)
      broken = true
      yield* Fiber.interrupt(running)
      broken = false
      expect(yield* read).toMatchObject({ state: "open" })
    }).pipe(Effect.provide(frail))
  })

  inMemory("knows what was sent and what has ended, in whatever order the answers of its acts arrive", () => {
    const answers = Effect.runSync(Effect.makeLatch(false))
    const late = Layer.effect(
      SpendingStore,
      Effect.map(SpendingStore, (store) =>
        SpendingStore.of({
          ...store,
          extend: (extension) => Effect.tap(store.extend(extension), () => answers.await)
        })
      )
    )
    const during = <E>(act: (hold: BoundHold) => Effect.Effect<unknown, E>) =>
      ended((hold) =>
        Effect.gen(function* () {
          yield* answers.close
          const extending = yield* Effect.fork(hold.extend({ amount: usd(2) }))
          yield* travel("1 milli")
          yield* act(hold)
          yield* answers.open
          yield* Fiber.join(extending)
          return yield* Effect.fail("line cut")
        })
      )
    return Effect.gen(function* () {
      const amount = usd(2)
      expect(yield* during((hold) => hold.sent())).toEqual({ ...unknown, amount })
      expect(yield* during((hold) => Effect.zipRight(hold.sent(), hold.release))).toEqual({ ...released, amount })
    }).pipe(Effect.provide(late))
  })
})
