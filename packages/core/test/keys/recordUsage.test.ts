import { describe, expect } from "@effect/vitest"
import { createKey, recordUsage } from "@tollgate/core"
import { aKey, someUsage } from "@tollgate/testing/accounts"
import { Effect, HashMap, Logger, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("recordUsage", () => {
  inMemory(
    "warns once when a clock that went back by more than a day restarts windows, which are counted again from the ledger",
    () =>
      Effect.gen(function* () {
        const { asManager } = yield* openAccount()
        const { data } = yield* asManager(createKey(aKey()))
        const lines: Array<unknown> = []
        const logger = Logger.make(({ annotations, logLevel, message }) => {
          lines.push([logLevel.label, message, Object.fromEntries(HashMap.toEntries(annotations))])
        })
        const spendAt = (time: string) =>
          Effect.zipRight(
            TestClock.setTime(Date.parse(time)),
            asManager(recordUsage(data.hash, someUsage({ usage: 1 })))
          ).pipe(
            Effect.map(({ usage_daily, usage_monthly, usage_weekly }) => [usage_daily, usage_weekly, usage_monthly]),
            Effect.provide(Logger.replace(Logger.defaultLogger, logger))
          )
        const [one, two, three] = [1_000_000_000n, 2_000_000_000n, 3_000_000_000n]
        const warning = [
          "WARN",
          ["windows of scopes restarted, because the clock went back by more than a day"],
          { scopes: 3, kinds: "key organization workspace" }
        ]

        // A Tuesday. Back by a day: no spend is freed, and nothing is said.
        expect(yield* spendAt("2026-03-10T12:00:00Z")).toEqual([one, one, one])
        expect(yield* spendAt("2026-03-09T12:00:00Z")).toEqual([two, two, two])
        expect(lines).toEqual([])

        // Usage of a clock that was wrong counts on the day on which it was recorded.
        const [four, five, six] = [4_000_000_000n, 5_000_000_000n, 6_000_000_000n]
        expect(yield* spendAt("2026-03-12T12:00:00Z")).toEqual([one, three, three])
        expect(yield* spendAt("2026-03-10T12:00:00Z")).toEqual([three, four, four])
        expect(lines).toEqual([warning])
        expect(yield* spendAt("2026-03-10T12:00:00Z")).toEqual([four, five, five])
        expect(lines).toEqual([warning])

        expect(yield* spendAt("2026-05-20T12:00:00Z")).toEqual([one, one, one])
        expect(yield* spendAt("2026-03-10T12:00:00Z")).toEqual([five, six, six])
        expect(lines).toEqual([warning, warning])
      })
  )
})
