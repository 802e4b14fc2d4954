import { describe, expect } from "@effect/vitest"
import {
  ApiKeyPage,
  AuditPage,
  getCurrentKey,
  getKey,
  identifyKey,
  listAuditEntries,
  listKeys,
  recordUsage,
  rotateKey,
  updateKey
} from "@tollgate/core"
import { aKeyPatch, someUsage } from "@tollgate/testing/accounts"
import { Effect, Logger, LogLevel, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(ApiKeyPage)
const today = Date.parse("2026-03-10T12:00:00Z")
const DAY = 86_400_000

/** A key that has spent $2 today, then $1 on a clock 40 days ahead. The clock is right again. */
const spentAhead = Effect.gen(function* () {
  yield* TestClock.setTime(today)
  const account = yield* openAccount()
  const { asManager, ordinaryHash } = account
  yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 5, limit_reset: "daily" })))
  const spend = (usage: number) => asManager(recordUsage(ordinaryHash, someUsage({ usage })))
  yield* spend(2)
  yield* TestClock.setTime(today + 40 * DAY)
  yield* spend(1)
  yield* TestClock.setTime(today)
  return account
}).pipe(Logger.withMinimumLogLevel(LogLevel.Error))

type Account = Effect.Effect.Success<typeof spentAhead>

const [two, three] = [2_000_000_000n, 3_000_000_000n]
const used = {
  usage: three,
  usage_daily: two,
  usage_weekly: two,
  usage_monthly: two,
  limit_remaining: three
}

describe("The usage of a key, after a clock that was 40 days ahead", () => {
  inMemory("is what it has spent today, in whatever shows it first, and so is what its limit leaves", () =>
    Effect.gen(function* () {
      const waysOf = ({ asManager, asOrdinary, ordinaryHash, ordinaryKey }: Account) => [
        asManager(getKey(ordinaryHash)),
        Effect.map(asManager(listKeys(page({}))), ({ data }) => data.find(({ hash }) => hash === ordinaryHash)),
        asOrdinary(getCurrentKey),
        Effect.map(identifyKey(ordinaryKey), ({ key }) => key),
        asManager(updateKey(ordinaryHash, aKeyPatch({}))),
        asManager(updateKey(ordinaryHash, aKeyPatch({ name: "Renamed" }))),
        Effect.map(asManager(rotateKey(ordinaryHash, { grace_seconds: 0 })), ({ data }) => data)
      ]
      // Each of an account of its own, which nothing has shown before.
      const shown = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (way) =>
        Effect.gen(function* () {
          const chosen = waysOf(yield* spentAhead)[way]
          return chosen === undefined ? undefined : yield* chosen
        })
      )
      for (const key of shown) expect(key).toMatchObject(used)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.Error))
  )

  inMemory("is the same for the key itself as for its manager, and leaves no entry in the audit log", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, ordinaryHash } = yield* spentAhead
      const entries = Effect.map(asManager(listAuditEntries(read(AuditPage)({}))), ({ data }) => data.length)
      const before = yield* entries
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({})))
      const { budgets, ...current } = yield* asOrdinary(getCurrentKey)
      expect(current).toEqual(yield* asManager(getKey(ordinaryHash)))
      expect(budgets).toMatchObject([{ scope: "key", window: "daily", spent: two, remaining: three }])
      expect(yield* entries).toBe(before)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.Error))
  )
})
