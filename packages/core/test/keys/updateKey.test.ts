import { describe, expect } from "@effect/vitest"
import {
  ApiKeyPatch,
  createKey,
  ExpiryInThePast,
  ExternalIdTaken,
  getKey,
  KeyNotFound,
  recordUsage,
  UpdatedApiKey,
  UsageInput,
  updateKey
} from "@tollgate/core"
import { aKey } from "@tollgate/testing/accounts"
import { DateTime, Effect, Struct, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const patch = read(ApiKeyPatch)
const usage = read(UsageInput)

const opened = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-03-04T12:00:00Z"))
  const account = yield* openAccount()
  const { data } = yield* account.asManager(
    createKey(aKey({ limit: 5, limit_reset: "daily", include_byok_in_limit: true }))
  )
  const update = (changes: typeof ApiKeyPatch.Encoded, name: string = data.hash) =>
    account.asManager(updateKey(name, patch(changes)))
  const spend = (amounts: typeof UsageInput.Encoded) => account.asManager(recordUsage(data.hash, usage(amounts)))
  const key = Struct.pick(data, ...Struct.keys(UpdatedApiKey.fields))
  return { ...account, key, created: data, update, spend }
})

describe("updateKey", () => {
  inMemory("changes what the patch names and leaves the rest alone", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      yield* TestClock.adjust("1 minute")
      const updated_at = yield* DateTime.now
      expect(yield* update({ name: "Renamed" })).toEqual({ ...key, name: "Renamed", updated_at })
      expect(yield* update({ disabled: true })).toEqual({ ...key, name: "Renamed", disabled: true, updated_at })
    })
  )

  inMemory("changes nothing, not even the time of the last change, when the patch is empty", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      yield* TestClock.adjust("1 minute")
      expect(yield* update({})).toEqual(key)
    })
  )

  inMemory("clears the limit and its reset when they are null, and tells 0 from null", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      expect(yield* update({ limit: 0 })).toEqual({ ...key, limit: 0n, limit_remaining: 0n })
      expect(yield* update({ limit_reset: null })).toMatchObject({ limit: 0n, limit_reset: null })
      expect(yield* update({ limit: null })).toEqual({ ...key, limit: null, limit_remaining: null, limit_reset: null })
    })
  )

  inMemory("leaves of a limit what the current day, week, month or lifetime has not used", () =>
    Effect.gen(function* () {
      const { spend, update } = yield* opened
      yield* TestClock.setTime(Date.parse("2026-10-30T12:00:00Z"))
      yield* spend({ usage: 1 })
      yield* TestClock.setTime(Date.parse("2026-11-01T12:00:00Z"))
      yield* spend({ usage: 0.5, byok_usage: 0.25 })
      yield* TestClock.setTime(Date.parse("2026-11-02T12:00:00Z"))
      yield* spend({ usage: 0.125 })
      yield* TestClock.setTime(Date.parse("2026-11-03T12:00:00Z"))
      const key = yield* spend({ usage: 0.001, byok_usage: 0.002 })
      expect([key.usage_daily, key.usage_weekly, key.usage_monthly, key.usage]).toEqual([
        1_000_000n,
        126_000_000n,
        626_000_000n,
        1_626_000_000n
      ])
      const left = (changes: typeof ApiKeyPatch.Encoded) => Effect.map(update(changes), (key) => key.limit_remaining)
      expect(yield* left({ limit_reset: "daily" })).toBe(4_997_000_000n)
      expect(yield* left({ limit_reset: "weekly" })).toBe(4_872_000_000n)
      expect(yield* left({ limit_reset: "monthly" })).toBe(4_122_000_000n)
      expect(yield* left({ limit_reset: null })).toBe(3_122_000_000n)
      expect(yield* left({ include_byok_in_limit: false })).toBe(3_374_000_000n)
      expect(yield* left({ limit: 1 })).toBe(-626_000_000n)
      expect(yield* left({ limit: null })).toBe(null)
    })
  )

  inMemory("grants no fresh window when the reset changes: every counter has been running all along", () =>
    Effect.gen(function* () {
      const { spend, update } = yield* opened
      yield* spend({ usage: 3 })
      yield* update({ limit_reset: "weekly" })
      expect((yield* update({ limit_reset: "daily" })).limit_remaining).toBe(2_000_000_000n)
      yield* TestClock.setTime(Date.parse("2026-03-05T00:00:00Z"))
      expect((yield* update({})).limit_remaining).toBe(5_000_000_000n)
      expect((yield* update({ limit_reset: "weekly" })).limit_remaining).toBe(2_000_000_000n)
    })
  )

  inMemory("resets a limit at midnight UTC and not a millisecond before", () =>
    Effect.gen(function* () {
      const { spend, update } = yield* opened
      yield* spend({ byok_usage: 5 })
      yield* TestClock.setTime(Date.parse("2026-03-04T23:59:59.999Z"))
      expect((yield* update({})).limit_remaining).toBe(0n)
      yield* TestClock.adjust("1 millis")
      expect((yield* update({})).limit_remaining).toBe(5_000_000_000n)
      yield* TestClock.setTime(Date.parse("2026-03-04T23:59:59.999Z"))
      expect((yield* update({})).limit_remaining).toBe(0n)
    })
  )

  inMemory("changes metadata, external id and expiration time, which a read shows and null clears", () =>
    Effect.gen(function* () {
      const { asManager, created, key, update } = yield* opened
      const expires_at = "2026-03-04T12:00:01.000Z"
      const changed = { ...key, expires_at: DateTime.unsafeMake(expires_at) }
      expect(yield* update({ metadata: { team: "docs" }, external_id: "customer-42", expires_at })).toEqual(changed)
      const details = { metadata: { team: "docs" }, external_id: "customer-42" }
      expect(yield* asManager(getKey(key.hash))).toEqual({ ...created, ...changed, ...details })
      yield* update({ metadata: { other: "" } })
      expect((yield* asManager(getKey(key.hash))).metadata).toEqual({ other: "" })
      expect(yield* update({ metadata: null, external_id: null, expires_at: null })).toEqual(key)
      expect(yield* asManager(getKey(key.hash))).toEqual(created)
    })
  )

  inMemory("refuses an external id that another key has, and keeps its own", () =>
    Effect.gen(function* () {
      const { asManager, key, update } = yield* opened
      const external_id = "customer-42"
      const { data } = yield* asManager(createKey(aKey({ external_id })))
      expect(yield* Effect.flip(update({ external_id, name: "Other" }))).toEqual(new ExternalIdTaken())
      expect(yield* update({})).toEqual(key)
      expect((yield* update({ external_id, name: "Same" }, data.hash)).name).toBe("Same")
    })
  )

  inMemory("refuses an expiration time that is not in the future, unless there is no such key", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      const now = yield* DateTime.now
      const change = { expires_at: DateTime.formatIso(now) }
      expect(yield* Effect.flip(update(change))).toEqual(new ExpiryInThePast({ expires_at: now }))
      expect(yield* Effect.flip(update(change, "f".repeat(64)))).toBeInstanceOf(KeyNotFound)
      expect(yield* update({})).toEqual(key)
    })
  )

  inMemory("finds no key by what cannot be a hash", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      for (const name of ["", "x", key.hash.toUpperCase(), `${key.hash}0`, ` ${key.hash}`, key.label]) {
        expect(yield* Effect.flip(update({}, name))).toEqual(KeyNotFound.of(null))
      }
    })
  )

  inMemory("finds nothing of another organization, be the patch empty or not", () =>
    Effect.gen(function* () {
      const { key, update } = yield* opened
      const stranger = yield* openAccount("Stranger")
      for (const changes of [{}, { name: "Mine" }, { disabled: true }]) {
        const refusal = yield* Effect.flip(stranger.asManager(updateKey(key.hash, changes)))
        expect(refusal).toEqual(KeyNotFound.of(key.hash))
      }
      expect(yield* update({})).toEqual(key)
    })
  )
})
