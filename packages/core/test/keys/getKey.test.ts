import { describe, expect } from "@effect/vitest"
import { createKey, getKey, KeyNotFound, recordUsage, UsageInput } from "@tollgate/core"
import { aKey } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

describe("getKey", () => {
  inMemory("shows a key as it was created", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data } = yield* asManager(createKey(aKey({ limit: 5, expires_at: "2031-01-01T00:00:00Z" })))
      expect(yield* asManager(getKey(data.hash))).toEqual(data)
    })
  )

  inMemory("reads each counter as the moment has it", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* TestClock.setTime(Date.parse("2026-03-04T23:59:59.999Z"))
      const { data } = yield* asManager(createKey(aKey({ limit: 5, limit_reset: "daily" })))
      const spent = yield* asManager(recordUsage(data.hash, read(UsageInput)({ usage: 2 })))
      expect(yield* asManager(getKey(data.hash))).toEqual(spent)
      yield* TestClock.adjust("1 millis")
      const tomorrow = { ...spent, usage_daily: 0n, limit_remaining: 5_000_000_000n }
      expect(yield* asManager(getKey(data.hash))).toEqual(tomorrow)
    })
  )

  inMemory("finds nothing of another organization, nor by what is no hash", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { data } = yield* asManager(createKey(aKey()))
      expect(yield* Effect.flip(stranger.asManager(getKey(data.hash)))).toEqual(KeyNotFound.of(data.hash))
      expect(yield* Effect.flip(asManager(getKey(data.label)))).toEqual(KeyNotFound.of(null))
    })
  )
})
