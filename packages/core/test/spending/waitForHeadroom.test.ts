import { describe, expect } from "@effect/vitest"
import {
  AdmissionQueue,
  createKey,
  deleteKey,
  GatewayCaller,
  KeyRefused,
  NewHold,
  NewPooledBudget,
  setWorkspaceBudget,
  updateKey,
  WaitingRequests,
  waitForHeadroom
} from "@tollgate/core"
import { aKey, aKeyPatch, travel } from "@tollgate/testing"
import { Effect, Exit, Fiber, Redacted, Schema } from "effect"
import { inMemory } from "../support/account.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const decode = Schema.decodeSync(NewHold)

/** An account whose ordinary key has $10, of which a hold of an hour has taken an amount; waiting requests, by their amount. */
const opened = (taken: number) =>
  Effect.gen(function* () {
    const spender = yield* openSpender
    yield* spender.asManager(updateKey(spender.ordinaryHash, aKeyPatch({ limit: 10 })))
    const { data } = yield* spender.hold(spender.ordinaryKey, { amount: taken, lease_seconds: 3600 })
    const lines = new WaitingRequests()
    const inLine = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideService(effect, AdmissionQueue, lines)
    const admitted: Array<number> = []
    const ask = (amount: number, key: Redacted.Redacted = spender.ordinaryKey, waitFor = "10 minutes" as const) =>
      waitForHeadroom(
        decode({ key: Redacted.value(key), amount, models: ["acme/writer"], lease_seconds: 3600 }),
        waitFor
      ).pipe(
        Effect.tap(() => Effect.sync(() => admitted.push(amount))),
        Effect.provideService(GatewayCaller, asHost),
        inLine
      )
    /** Starts requests one after another. */
    const start = (...amounts: ReadonlyArray<number>) =>
      Effect.forEach(amounts, (amount) => Effect.zipLeft(Effect.fork(ask(amount)), travel("1 milli")))
    const isIdle = Effect.sync(() => lines.isEmpty)
    return { ...spender, id: data.id, inLine, admitted, ask, start, isIdle }
  })

const stillWaits = (fiber: Fiber.RuntimeFiber<unknown, unknown>) =>
  Effect.map(fiber.status, ({ _tag }) => _tag !== "Done")

describe("Waiting for headroom", () => {
  inMemory("admits at once what fits", () =>
    Effect.gen(function* () {
      const { ask, isIdle } = yield* opened(4)
      expect(yield* ask(6)).toMatchObject({ data: { amount: usd(6), state: "open" } })
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("admits in the order of arrival when a settlement or a release makes room", () =>
    Effect.gen(function* () {
      for (const end of ["settle", "release"] as const) {
        const { admitted, id, inLine, isIdle, release, settle, start } = yield* opened(9)
        const waiting = yield* start(2, 2.5, 3, 2.75, 4)
        expect(admitted).toEqual([])
        yield* inLine(end === "settle" ? settle(id, { cost: usd(0.5) }) : release(id))
        yield* travel("1 milli")
        expect(admitted).toEqual([2, 2.5, 3])
        yield* Effect.forEach(waiting, Fiber.interrupt)
        expect(yield* isIdle).toBe(true)
      }
    })
  )

  inMemory("lets a smaller request pass one that does not fit yet", () =>
    Effect.gen(function* () {
      const { admitted, ask, hold, id, inLine, ordinaryKey, release, start } = yield* opened(4)
      const other = yield* hold(ordinaryKey, { amount: 5, lease_seconds: 3600 })
      const [large] = yield* start(9, 3)
      yield* inLine(release(id))
      yield* travel("1 milli")
      expect(admitted).toEqual([3])
      yield* ask(1)
      expect(admitted).toEqual([3, 1])
      expect(large && (yield* stillWaits(large))).toBe(true)
      yield* inLine(release(other.data.id))
      yield* travel("1 milli")
      expect(admitted).toEqual([3, 1])
      yield* Effect.forEach(large ? [large] : [], Fiber.interrupt)
    })
  )

  inMemory("is woken by the end of a lease", () =>
    Effect.gen(function* () {
      const { admitted, ask, hold, ordinaryKey } = yield* opened(1)
      yield* hold(ordinaryKey, { amount: 8, lease_seconds: 60 })
      const waiting = yield* Effect.fork(ask(5))
      yield* travel("59 seconds")
      expect(admitted).toEqual([])
      yield* travel("1 second")
      expect(admitted).toEqual([5])
      yield* Fiber.join(waiting)
    })
  )

  inMemory("is woken by the deletion of another key, whose unsent holds are released", () =>
    Effect.gen(function* () {
      const { admitted, ask, asManager, inLine, ordinaryHash } = yield* opened(9)
      const budget = yield* Schema.decode(NewPooledBudget)({ limit_usd: 10 })
      yield* asManager(setWorkspaceBudget("default", "daily", budget))
      const { key } = yield* asManager(createKey(aKey({ name: "Other" })))
      const waiting = yield* Effect.fork(ask(5, key))
      yield* travel("1 milli")
      expect(admitted).toEqual([])
      yield* inLine(asManager(deleteKey(ordinaryHash)))
      yield* Fiber.join(waiting)
      expect(admitted).toEqual([5])
    })
  )

  inMemory("refuses with budget_held when its time is over, and at once what waiting does not help", () =>
    Effect.gen(function* () {
      const { ask, asManager, id, inLine, isIdle, ordinaryHash, settle, start } = yield* opened(9)
      const [waiting] = yield* start(2)
      yield* travel("9 minutes")
      expect(waiting && (yield* stillWaits(waiting))).toBe(true)
      yield* travel("1 minute")
      const refused = waiting && (yield* Effect.flip(Fiber.join(waiting)))
      expect(refused).toMatchObject({ _tag: "BudgetExceeded", reason: "budget_held" })
      expect(yield* Effect.flip(ask(11))).toMatchObject({ reason: "budget_spent" })

      const [spent] = yield* start(2)
      yield* inLine(settle(id, { cost: usd(9) }))
      yield* travel("1 milli")
      expect(spent && (yield* Effect.flip(Fiber.join(spent)))).toMatchObject({ reason: "budget_spent" })
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      expect(yield* Effect.flip(ask(1))).toEqual(new KeyRefused({ key_state: "disabled" }))
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("lets at most 100 requests of an organization wait", () =>
    Effect.gen(function* () {
      const { admitted, ask, id, inLine, isIdle, release } = yield* opened(10)
      const waiting = yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.fork(ask(0.1)))
      yield* travel("1 milli")
      expect(yield* Effect.flip(ask(0.1))).toMatchObject({ reason: "budget_held" })
      yield* inLine(release(id))
      yield* travel("1 milli")
      expect(admitted).toHaveLength(100)
      yield* Effect.forEach(waiting, Fiber.join)
      expect(yield* isIdle).toBe(true)
    })
  )

  inMemory("ends when it is interrupted, and leaves the line", () =>
    Effect.gen(function* () {
      const { admitted, id, inLine, isIdle, release, start } = yield* opened(10)
      const [waiting] = yield* start(1)
      expect(waiting && Exit.isInterrupted(yield* Fiber.interrupt(waiting))).toBe(true)
      expect(yield* isIdle).toBe(true)
      yield* inLine(release(id))
      yield* travel("1 milli")
      expect(admitted).toEqual([])
    })
  )
})
