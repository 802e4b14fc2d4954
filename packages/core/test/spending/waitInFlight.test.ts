import { describe, expect } from "@effect/vitest"
import {
  AdmissionQueue,
  createKey,
  GatewayCaller,
  NewHold,
  updateKey,
  WaitingRequests,
  waitForHeadroom
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aKey, aKeyPatch, travel, travelTo } from "@tollgate/testing"
import { Clock, Effect, Fiber, Redacted, Schema } from "effect"
import { inMemory } from "../support/account.js"
import { pollingAt } from "./support/pollingAt.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const decode = Schema.decodeSync(NewHold)

/** An account whose ordinary key may have one open hold, which it has; requests that wait, by their number. */
const opened = (limit: number | null = null, lease_seconds = 3600) =>
  Effect.gen(function* () {
    const spender = yield* openSpender
    const { asManager, hold, ordinaryHash, ordinaryKey } = spender
    yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit, max_in_flight: 1 })))
    const { data } = yield* hold(ordinaryKey, { amount: 0.25, lease_seconds })
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
    const admitted: Array<readonly [number: number, id: string]> = []
    let next = 0
    const ask = (key: Redacted.Redacted = ordinaryKey, amount = 0.25) => {
      const number = next++
      return waitForHeadroom(
        decode({ key: Redacted.value(key), amount, models: ["acme/writer"], lease_seconds }),
        "1 minute"
      ).pipe(
        Effect.tap(({ data }) => Effect.sync(() => admitted.push([number, data.id]))),
        Effect.provideService(GatewayCaller, asHost),
        inLine,
        pollingAt(999),
        Effect.provideService(SpendingStore, counting)
      )
    }
    /** Starts requests of the key one after another. */
    const start = (count: number) =>
      Effect.replicateEffect(Effect.zipLeft(Effect.fork(Effect.suspend(() => ask())), travel("1 milli")), count)
    const last = () => admitted.at(-1)?.[1] ?? data.id
    const numbers = () => admitted.map(([number]) => number)
    const isIdle = Effect.sync(() => lines.isEmpty)
    const other = Effect.map(asManager(createKey(aKey({ name: "Other" }))), ({ key }) => key)
    return { ...spender, inLine, ask, start, last, numbers, isIdle, other, judged: () => judged }
  })

/** The clock of the test, and what sets its time of day. */
const settableClock = Effect.map(Effect.clock, (clock) => {
  let step = 0
  const unsafeCurrentTimeMillis = () => clock.unsafeCurrentTimeMillis() + step
  const currentTimeMillis = Effect.sync(unsafeCurrentTimeMillis)
  const settable: Clock.Clock = {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis,
    currentTimeMillis,
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
  const set = (by: number) => {
    step = by
  }
  return { clock: settable, set }
})

describe("Waiting for a place in flight", () => {
  inMemory("admits in the order of arrival when a hold is settled, released or becomes unknown", () =>
    Effect.gen(function* () {
      const { inLine, isIdle, last, numbers, release, settle, start, unknown } = yield* opened()
      const waiting = yield* start(4)
      const settled = (id: string) => settle(id, { cost: usd(0.5) })
      const ends = [settled, release, unknown, settled]
      for (const [number, end] of ends.entries()) {
        expect(numbers()).toEqual([0, 1, 2, 3].slice(0, number))
        yield* inLine(end(last()))
        yield* travel("1 milli")
      }
      expect(numbers()).toEqual([0, 1, 2, 3])
      yield* Effect.forEach(waiting, Fiber.join)
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("asks each second for the end of a hold in another process, and at the end of a lease", () =>
    Effect.gen(function* () {
      const { judged, last, numbers, release, start } = yield* opened(null, 30)
      yield* start(3)
      const before = judged()
      yield* travel("10 seconds")
      // The first of the line alone.
      expect(judged() - before).toBe(10)
      yield* release(last())
      expect(numbers()).toEqual([])
      yield* travel("1 second")
      expect(numbers()).toEqual([0])
      yield* travel("29 seconds")
      expect(numbers()).toEqual([0])
      yield* travel("1 second")
      expect(numbers()).toEqual([0, 1])
    })
  )

  inMemory("refuses as it was last when its time is over, and at once what waiting does not help", () =>
    Effect.gen(function* () {
      const { ask, inLine, isIdle, last, ordinaryHash, settle, start } = yield* opened(1)
      const [waiting] = yield* start(1)
      yield* travel("1 minute")
      expect(waiting && (yield* Effect.flip(Fiber.join(waiting)))).toMatchObject({
        _tag: "TooManyInFlight",
        scopes: [{ scope: "key", id: ordinaryHash, max_in_flight: 1, in_flight: 1 }]
      })
      const [spent, , fits] = yield* Effect.forEach([0.75, 0.75, 0.25], (amount) =>
        Effect.zipLeft(Effect.fork(ask(undefined, amount)), travel("1 milli"))
      )
      yield* inLine(settle(last(), { cost: usd(0.5) }))
      yield* travel("1 milli")
      expect(spent && (yield* Effect.flip(Fiber.join(spent)))).toMatchObject({ reason: "budget_spent" })
      expect(fits && (yield* Fiber.join(fits))).toMatchObject({ data: { state: "open" } })
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("lasts as long when the time of day is set meanwhile, back or forward", () =>
    Effect.gen(function* () {
      for (const by of [-86_400_000, 1_800_000]) {
        yield* travelTo("2026-03-10T12:00:00Z")
        const { ask, judged } = yield* opened()
        const { clock, set } = yield* settableClock
        const waiting = yield* Effect.fork(Effect.withClock(Effect.flip(ask()), clock))
        yield* travel("30 seconds")
        const before = judged()
        set(by)
        yield* travel("29 seconds")
        expect([judged() - before, waiting.unsafePoll()]).toEqual([29, null])
        yield* travel("1 second")
        expect(yield* Fiber.join(waiting)).toMatchObject({ _tag: "TooManyInFlight" })
      }
    })
  )

  inMemory("lets 100 requests wait for a key, beside those for others, and judges one more than it admits", () =>
    Effect.gen(function* () {
      const { ask, inLine, judged, last, numbers, other, release, start } = yield* opened()
      const held = last()
      const crowd = yield* start(100)
      expect(yield* Effect.flip(ask())).toMatchObject({ _tag: "TooManyInFlight" })
      const key = yield* other
      expect(yield* ask(key)).toMatchObject({ data: { state: "open" } })
      const admittedBefore = numbers().length
      const before = judged()
      // Another hold of the organization ends, and then that of the key.
      yield* inLine(release(last()))
      yield* travel("1 milli")
      expect([numbers().length - admittedBefore, judged() - before]).toEqual([0, 1])
      yield* inLine(release(held))
      yield* travel("1 milli")
      expect([numbers().length - admittedBefore, judged() - before]).toEqual([1, 3])
      yield* Effect.forEach(crowd, Fiber.interrupt)
    })
  )

  inMemory("leaves the line when it is interrupted, and the next one has its place", () =>
    Effect.gen(function* () {
      const { inLine, isIdle, last, numbers, release, start } = yield* opened()
      const [first, second] = yield* start(2)
      if (first === undefined || second === undefined) return expect.fail("nobody waits")
      yield* Fiber.interrupt(first)
      yield* inLine(release(last()))
      yield* travel("1 milli")
      expect(numbers()).toEqual([1])
      yield* Fiber.join(second)
      expect(yield* isIdle).toBe(true)
    })
  )
})
