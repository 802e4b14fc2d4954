import { describe, expect } from "@effect/vitest"
import {
  AdmissionQueue,
  acquireHold,
  approveBudgetRequest,
  createBoost,
  createBudgetRequest,
  createKey,
  deleteBoost,
  GatewayCaller,
  InvalidInput,
  NewBudgetBoost,
  NewHold,
  setWorkspaceBudget,
  updateKey,
  WaitingRequests,
  waitForHeadroom,
  withHold
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aKey, aKeyPatch, travel, travelTo } from "@tollgate/testing"
import { type Duration, Effect, Fiber, Redacted, Schema } from "effect"
import { inMemory, read } from "../support/account.js"
import { pollingAt } from "./support/pollingAt.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const decode = Schema.decodeSync(NewHold)

/** An account whose ordinary key has spent its $10 of the day, requests that wait for more, and a line that others do not see. */
const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-30T12:00:00.000Z")
  const spender = yield* openSpender
  const { asManager, hold, ordinaryHash, ordinaryKey, settle } = spender
  yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 10, limit_reset: "daily" })))
  const { data } = yield* hold(ordinaryKey, { amount: 10 })
  yield* settle(data.id, { cost: usd(10) })
  const store = yield* SpendingStore
  const lines = new WaitingRequests()
  let judged = 0
  const counting = SpendingStore.of({
    ...store,
    admit: (admission) =>
      Effect.zipRight(
        Effect.sync(() => judged++),
        store.admit(admission)
      )
  })
  const inLine = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, AdmissionQueue, lines)
  const admitted: Array<number> = []
  const inputOf = (amount: number, key: Redacted.Redacted) =>
    decode({ key: Redacted.value(key), amount, models: ["acme/writer"], lease_seconds: 3600 })
  const ask = (
    amount: number,
    key: Redacted.Redacted = ordinaryKey,
    waitFor: Duration.DurationInput = "10 minutes",
    phase = 999
  ) =>
    waitForHeadroom(inputOf(amount, key), waitFor, { forMore: true }).pipe(
      Effect.tap(() => Effect.sync(() => admitted.push(amount))),
      Effect.provideService(GatewayCaller, asHost),
      inLine,
      pollingAt(phase),
      Effect.provideService(SpendingStore, counting)
    )
  /** Starts requests one after another. */
  const start = (...amounts: ReadonlyArray<number>) =>
    Effect.forEach(amounts, (amount) => Effect.zipLeft(Effect.fork(ask(amount)), travel("1 milli")))
  const isIdle = Effect.sync(() => lines.isEmpty)
  const boost = (amount: number) => {
    const input = { scope: "key", id: ordinaryHash, window: "daily", usd: amount, reason: "More" } as const
    return asManager(createBoost(read(NewBudgetBoost)(input)))
  }
  const counted = () => judged
  return { ...spender, admitted, ask, boost, counted, inLine, inputOf, isIdle, start }
})

describe("Waiting for more", () => {
  inMemory("goes on at once when a boost, an approval or another limit is made in this process", () =>
    Effect.gen(function* () {
      const { admitted, asManager, asOrdinary, boost, inLine, ordinaryHash, start } = yield* opened
      yield* start(1)
      yield* inLine(boost(1))
      yield* travel("1 milli")
      expect(admitted).toEqual([1])
      yield* start(2)
      const { id } = yield* asOrdinary(createBudgetRequest({ usd: usd(2), reason: "More" }))
      yield* inLine(asManager(approveBudgetRequest(id, {})))
      yield* travel("1 milli")
      expect(admitted).toEqual([1, 2])
      yield* start(3)
      yield* inLine(asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 13 }))))
      yield* travel("1 milli")
      expect(admitted).toEqual([1, 2, 3])
    })
  )

  inMemory("notices within a second what another process has made, and the next window", () =>
    Effect.gen(function* () {
      const { admitted, boost, isIdle, start } = yield* opened
      yield* start(1)
      // Not in its line, as in another process.
      yield* boost(1)
      yield* travel("1 milli")
      expect(admitted).toEqual([])
      yield* travel("1 second")
      expect(admitted).toEqual([1])
      yield* travelTo("2026-05-30T23:59:00.000Z")
      yield* start(9)
      yield* travel("59 seconds")
      expect(admitted).toEqual([1])
      yield* travel("2 seconds")
      expect(admitted).toEqual([1, 9])
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("keeps the order of arrival", () =>
    Effect.gen(function* () {
      const { admitted, boost, inLine, start } = yield* opened
      const waiting = yield* start(2, 3, 4, 1)
      yield* inLine(boost(5.5))
      yield* travel("1 milli")
      expect(admitted).toEqual([2, 3])
      yield* boost(4)
      yield* travel("1 second")
      expect(admitted).toEqual([2, 3, 4])
      yield* Effect.forEach(waiting, Fiber.interrupt)
    })
  )

  inMemory("is judged once a second for each place, however many wait, and whatever they ask for", () =>
    Effect.gen(function* () {
      const { counted, isIdle, start } = yield* opened
      const waiting = yield* start(...Array.from({ length: 100 }, (_, n) => 50 - n / 4))
      const before = counted()
      yield* travel("10 seconds")
      expect(counted() - before).toBe(10)
      yield* Effect.forEach(waiting, Fiber.interrupt)
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("is judged at an instant of its own in each second, beside others, also once all were judged together", () =>
    Effect.gen(function* () {
      const { asManager, ask, counted, inLine, ordinaryHash } = yield* opened
      const phases = [100, 300, 500, 700, 900]
      const keys = yield* Effect.forEach(phases, (phase) =>
        Effect.map(asManager(createKey(aKey({ name: `Of ${phase}`, limit: 0.5 }))), ({ key }) => key)
      )
      const waiting = yield* Effect.forEach(keys, (key, at) => Effect.fork(ask(1, key, "10 minutes", phases[at])))
      yield* travelTo("2026-05-30T12:00:05.000Z")
      const judgedIn = (millis: number) =>
        Effect.suspend(() => {
          const before = counted()
          return Effect.map(travel(`${millis} millis`), () => counted() - before)
        })
      const fifths = Effect.replicateEffect(judgedIn(200), 5)
      expect(yield* fifths).toEqual([1, 1, 1, 1, 1])
      yield* inLine(asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 11 }))))
      expect(yield* judgedIn(1)).toBe(5)
      yield* travelTo("2026-05-30T12:00:08.000Z")
      expect(yield* fifths).toEqual([1, 1, 1, 1, 1])
      yield* Effect.forEach(waiting, Fiber.interrupt)
    })
  )

  inMemory("keeps the order of those that come at once", () =>
    Effect.gen(function* () {
      const { admitted, ask, boost, inLine } = yield* opened
      const amounts = [4, 1, 3, 2, 5]
      const waiting = yield* Effect.forEach(amounts, (amount) => Effect.fork(ask(amount)))
      yield* travel("1 milli")
      yield* inLine(boost(15))
      yield* travel("1 milli")
      expect(admitted).toEqual(amounts)
      yield* Effect.forEach(waiting, Fiber.join)
    })
  )

  inMemory("keeps nobody who waits for holds, also at the same budget", () =>
    Effect.gen(function* () {
      const { admitted, asManager, ask, hold, inLine, inputOf, ordinaryHash, release, start } = yield* opened
      const { key } = yield* asManager(createKey(aKey({ name: "Other" })))
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: null })))
      yield* asManager(setWorkspaceBudget("default", "daily", { limit_usd: usd(15) }))
      const { data } = yield* hold(key, { amount: 4, lease_seconds: 3600 })
      const [more] = yield* start(8)
      const held = yield* waitForHeadroom(inputOf(3, key), "10 minutes").pipe(
        Effect.provideService(GatewayCaller, asHost),
        inLine,
        Effect.fork
      )
      yield* travel("5 seconds")
      const also = yield* Effect.fork(ask(4.5, key))
      yield* travel("5 seconds")
      yield* inLine(release(data.id))
      yield* travel("1 milli")
      expect(yield* Fiber.join(held)).toMatchObject({ data: { amount: usd(3) } })
      expect(admitted).toEqual([])
      yield* Effect.forEach([also, ...(more ? [more] : [])], Fiber.interrupt)
    })
  )

  inMemory("gives up with the refusal when its time is over", () =>
    Effect.gen(function* () {
      const { ask, isIdle, ordinaryKey } = yield* opened
      const waiting = yield* Effect.fork(Effect.flip(ask(1, ordinaryKey, "3 seconds")))
      yield* travel("3 seconds")
      expect(yield* Fiber.join(waiting)).toMatchObject({
        _tag: "BudgetExceeded",
        reason: "budget_spent",
        budgets: [{ scope: "key", window: "daily", limit: usd(10), boost: 0n, spent: usd(10), remaining: 0n }]
      })
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("ends when the boost that it waits for comes and goes", () =>
    Effect.gen(function* () {
      const { admitted, asManager, boost, inLine, start } = yield* opened
      const { id } = yield* boost(1)
      yield* asManager(deleteBoost(id))
      const [waiting] = yield* start(1)
      yield* travel("5 seconds")
      expect(admitted).toEqual([])
      yield* inLine(boost(1))
      yield* travel("1 milli")
      expect(admitted).toEqual([1])
      yield* Effect.forEach(waiting ? [waiting] : [], Fiber.join)
    })
  )

  inMemory("takes a time of at most 15 minutes", () =>
    Effect.gen(function* () {
      const { inputOf, ordinaryKey } = yield* opened
      const expected = "a time of at most 15 minutes, with forMore"
      const refused = new InvalidInput({ issues: [{ path: ["waitFor"], expected }] })
      const input = inputOf(1, ordinaryKey)
      const asGateway = Effect.provideService(GatewayCaller, asHost)
      expect(yield* asGateway(Effect.flip(waitForHeadroom(input, "901 seconds", { forMore: true })))).toEqual(refused)
      const unbounded = withHold(input, { forMore: true }, () => Effect.void)
      expect(yield* asGateway(Effect.flip(unbounded))).toEqual(refused)
    })
  )

  inMemory("is passed on by acquireHold and withHold", () =>
    Effect.gen(function* () {
      const { boost, inLine, inputOf, ordinaryKey } = yield* opened
      const options = { waitFor: "10 minutes", forMore: true } as const
      const input = inputOf(1, ordinaryKey)
      const both = Effect.all(
        [Effect.scoped(acquireHold(input, options)), withHold(input, options, () => Effect.succeed("made"))],
        { concurrency: "unbounded" }
      )
      const made = yield* both.pipe(Effect.provideService(GatewayCaller, asHost), inLine, Effect.fork)
      yield* travel("1 milli")
      yield* inLine(boost(2))
      yield* travel("1 milli")
      expect(yield* Fiber.join(made)).toMatchObject([{ authorized: { data: { amount: usd(1) } } }, "made"])
    })
  )
})
