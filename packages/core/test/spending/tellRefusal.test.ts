import { describe, expect } from "@effect/vitest"
import {
  BudgetExceeded,
  GatewayCaller,
  NewHold,
  NewPooledBudget,
  setWorkspaceBudget,
  updateKey,
  waitForHeadroom
} from "@tollgate/core"
import { AlertStore, StorageFailure, Transaction } from "@tollgate/core/storage"
import { aKeyPatch, aSettlement, travel, travelTo } from "@tollgate/testing"
import { Effect, Fiber, Logger, Redacted, TestClock } from "effect"
import { inMemory, inMemoryOnce, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const evening = "2026-05-31T23:50:00.000Z"

/** An account whose ordinary key has $1 a day. */
const opened = Effect.gen(function* () {
  yield* travelTo(evening)
  const spender = yield* openSpender
  yield* spender.asManager(updateKey(spender.ordinaryHash, aKeyPatch({ limit: 1, limit_reset: "daily" })))
  const list = (limit = 100) =>
    Effect.flatMap(AlertStore, (store) => store.list(spender.organization.id, { limit, offset: 0 }))
  const refused = Effect.map(list(), ({ data }) => data.filter(({ kind }) => kind === "refused"))
  const words = Effect.map(refused, (all) => all.map(({ limit, ref, window }) => [ref.kind, window, limit]))
  const refuse = (amount = 2) => Effect.flip(spender.hold(spender.ordinaryKey, { amount }))
  return { ...spender, refused, refuse, words }
})

/** Runs with a store of alerts that does something else when it is to store one. */
const withAdd = <A, E, R>(
  add: (adding: Effect.Effect<boolean, StorageFailure>) => Effect.Effect<boolean, StorageFailure>,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.flatMap(AlertStore, (store) => {
    const watched = AlertStore.of({ ...store, add: (alert) => add(store.add(alert)) })
    return Effect.provideService(effect, AlertStore, watched)
  })

const failure = new StorageFailure({ cause: new Error("The disk is full."), outcome: "none" })

describe("The first refusal of a budget that is spent", () => {
  inMemory("is told, once in a window and with a limit", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, refuse, refused, settle, words } = yield* opened
      const { data } = yield* hold(ordinaryKey, { amount: 0.5 })
      yield* settle(data.id, aSettlement({ cost: 0.25 }))
      yield* hold(ordinaryKey, { amount: 0.125 })
      const answer = yield* refuse()
      expect(answer).toBeInstanceOf(BudgetExceeded)
      expect(yield* refused).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          kind: "refused",
          at: Date.parse(evening),
          ref: expect.objectContaining({ kind: "key", subject: ordinaryHash }),
          window: "daily",
          threshold: null,
          limit: usd(1),
          spent: usd(0.25),
          held: usd(0.125),
          unknown: 0n,
          resets_at: Date.parse("2026-06-01T00:00:00Z"),
          request: null
        }
      ])
      yield* Effect.all([refuse(), refuse(3)])
      expect(yield* refused).toHaveLength(1)
      yield* travel("1 minute")
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 1.5 })))
      yield* refuse()
      yield* travel("1 day")
      yield* refuse()
      expect(yield* words).toEqual([1.5, 1.5, 1].map((limit) => ["key", "daily", usd(limit)]))
    })
  )

  inMemory("is not told if open holds are in the way alone, or nothing is to be set aside", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, refuse, refused } = yield* opened
      yield* hold(ordinaryKey, { amount: 1 })
      expect(yield* refuse(0.5)).toMatchObject({ reason: "budget_held" })
      expect(yield* Effect.flip(hold(ordinaryKey, { amount: 2, dry_run: true }))).toMatchObject({
        reason: "budget_spent"
      })
      expect(yield* refused).toEqual([])
    })
  )

  inMemory("is told of each budget that is spent, and of none that is held", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, refuse, words, workspace } = yield* opened
      const budget = (interval: string, limit_usd: number) =>
        asManager(setWorkspaceBudget(workspace.id, interval, read(NewPooledBudget)({ limit_usd })))
      yield* budget("weekly", 1.5)
      yield* budget("monthly", 1.875)
      yield* hold(ordinaryKey, { amount: 0.125 })
      yield* refuse(1.625)
      expect(yield* words).toEqual(
        expect.arrayContaining([
          ["key", "daily", usd(1)],
          ["workspace", "weekly", usd(1.5)]
        ])
      )
      expect(yield* words).toHaveLength(2)
      yield* refuse(1.8)
      expect(yield* words).toHaveLength(2)
    })
  )

  inMemory("is told of extensions, and of requests that wait", () =>
    Effect.gen(function* () {
      const { extend, hold, ordinaryKey, refused, settle, words } = yield* opened
      const { data } = yield* hold(ordinaryKey, { amount: 0.5 })
      expect(yield* Effect.flip(extend(data.id, { amount: usd(2) }))).toMatchObject({ reason: "budget_spent" })
      expect(yield* words).toEqual([["key", "daily", usd(1)]])
      yield* travel("1 day")
      const taken = yield* hold(ordinaryKey, { amount: 1, lease_seconds: 600 })
      const input = read(NewHold)({ key: Redacted.value(ordinaryKey), amount: 0.75, models: ["acme/writer"] })
      const waiting = yield* Effect.fork(
        Effect.provideService(Effect.flip(waitForHeadroom(input, "5 minutes")), GatewayCaller, asHost)
      )
      yield* TestClock.adjust("1 second")
      expect(yield* refused).toHaveLength(1)
      yield* settle(taken.data.id, aSettlement({ cost: 0.5 }))
      yield* TestClock.adjust("10 minutes")
      expect(yield* Fiber.join(waiting)).toMatchObject({ reason: "budget_spent" })
      expect(yield* refused).toHaveLength(2)
    })
  )

  inMemoryOnce("costs one statement, however many requests are refused", () =>
    Effect.gen(function* () {
      const { refuse, refused } = yield* opened
      let count = 0
      const counting = (adding: Effect.Effect<boolean, StorageFailure>) =>
        Effect.suspend(() => {
          count++
          return adding
        })
      yield* withAdd(counting, Effect.replicateEffect(refuse(), 200, { concurrency: "unbounded" }))
      expect([count, (yield* refused).length]).toEqual([1, 1])
      // As in another process, which has not told it.
      yield* withAdd(counting, refuse())
      expect([count, (yield* refused).length]).toEqual([2, 1])
    })
  )

  inMemoryOnce("does not fail or wait long if its alert cannot be stored, and the next one tries again", () =>
    Effect.gen(function* () {
      const { refuse, refused } = yield* opened
      const said: Array<unknown> = []
      const logger = Logger.make(({ logLevel, message }) => said.push([logLevel.label, [message].flat()[0]]))
      const warning = ["WARN", "the alert of a refusal could not be stored"]
      let count = 0
      const adds: Array<Effect.Effect<boolean, StorageFailure>> = [failure, Effect.never]
      yield* withAdd(
        (adding) => Effect.suspend(() => adds[count++] ?? adding),
        Effect.gen(function* () {
          expect(yield* refuse()).toMatchObject({ reason: "budget_spent" })
          expect(said).toEqual([warning])
          const hanging = yield* Effect.fork(refuse())
          yield* TestClock.adjust("1 second")
          expect(yield* Fiber.join(hanging)).toMatchObject({ reason: "budget_spent" })
          expect([said, yield* refused]).toEqual([[warning, warning], []])
          yield* refuse()
          yield* refuse()
        })
      ).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      expect([count, said.length, (yield* refused).length]).toEqual([3, 2, 1])
    })
  )

  inMemoryOnce("is told again if the transaction that told it was undone", () =>
    Effect.gen(function* () {
      const { refuse, refused } = yield* opened
      const { run } = yield* Transaction
      expect(yield* Effect.flip(run(Effect.zipRight(refuse(), Effect.fail("undone"))))).toBe("undone")
      expect(yield* refused).toEqual([])
      yield* run(refuse())
      expect(yield* refused).toHaveLength(1)
    })
  )
})
