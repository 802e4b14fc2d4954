import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  createGuardrail,
  Memory,
  Metrics,
  readMetrics,
  rotateKey,
  updateGuardrail,
  updateKey
} from "@tollgate/core"
import { MetricsRegistry, SpendingStore, Transaction } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch, aKeyPatch, members } from "@tollgate/testing"
import { DateTime, Effect, Option, TestClock } from "effect"
import { readSpender } from "../../src/spending/admission/readSpender.js"
import { SpenderCache } from "../../src/spending/admission/SpenderCache.js"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"
import { withFinding } from "./support/watchedSpenders.js"

const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const guardrail = yield* account.asManager(createGuardrail(aGuardrail({ allowed_models: ["acme/writer"] })))
  yield* account.asManager(assignMembers(guardrail.id, members("Acme-owner")))
  const allow = (...allowed_models: ReadonlyArray<string>) =>
    account.asManager(updateGuardrail(guardrail.id, aGuardrailPatch({ allowed_models: [...allowed_models] })))
  return { ...account, allow }
})

/** Counts how often a spender is read. */
const counted = Effect.gen(function* () {
  let readings = 0
  const store = yield* withFinding((find) => (...args) => {
    readings += 1
    return find(...args)
  })
  return {
    readings: () => readings,
    watched: Effect.provideService(SpendingStore, store)
  }
})

describe("What a request is judged by", () => {
  inMemory("is read once for many requests of a key, and anew after a change", () =>
    Effect.gen(function* () {
      const { asManager, extend, hold, ordinaryHash, ordinaryKey, settle } = yield* opened
      const { readings, watched } = yield* counted
      yield* watched(hold(ordinaryKey))
      const { data } = yield* watched(hold(ordinaryKey))
      yield* watched(extend(data.id))
      yield* watched(settle(data.id, { cost: data.amount }))
      expect(readings()).toBe(1)
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 50 })))
      const { key_holder } = yield* watched(hold(ordinaryKey))
      expect([key_holder.key.limit, readings()]).toEqual([data.amount * 50n, 2])
    })
  )

  inMemory("is counted in the metrics: what was kept, out of date, or read", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* openSpender
      const registry = new MetricsRegistry()
      const lines = Effect.map(Effect.provideService(readMetrics, Metrics, registry), (page) =>
        page.split("\n").filter((line) => line.startsWith("tollgate_key_cache"))
      )
      yield* hold(ordinaryKey)
      yield* hold(ordinaryKey)
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 50 })))
      yield* hold(ordinaryKey)
      yield* Effect.flip(hold(ordinaryKey, { amount: 51 }))
      const [hit, stale, miss, entries, bytes = ""] = yield* lines
      expect([hit, stale, miss, entries]).toEqual([
        'tollgate_key_cache_lookups_total{result="hit"} 2',
        'tollgate_key_cache_lookups_total{result="stale"} 1',
        'tollgate_key_cache_lookups_total{result="miss"} 1',
        "tollgate_key_cache_entries 1"
      ])
      expect(Number(bytes.split(" ")[1])).toBeGreaterThan(1000)
    })
  )

  inMemory("is read anew after a minute", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* opened
      const { readings, watched } = yield* counted
      yield* watched(hold(ordinaryKey))
      yield* TestClock.adjust("59 seconds")
      yield* watched(hold(ordinaryKey))
      expect(readings()).toBe(1)
      yield* TestClock.adjust("1 second")
      yield* watched(hold(ordinaryKey))
      expect(readings()).toBe(2)
    })
  )

  inMemory("refuses a secret from the end of its grace, and a key from its expiry, though both are kept", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey } = yield* opened
      const { key: next } = yield* asManager(rotateKey(ordinaryHash, { grace_seconds: 30 }))
      yield* hold(ordinaryKey)
      yield* TestClock.adjust("29 seconds")
      yield* hold(ordinaryKey)
      yield* TestClock.adjust("1 second")
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ _tag: "KeyRefused", key_state: "unknown" })
      const expires_at = "1970-01-01T00:01:00.000Z"
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ expires_at })))
      yield* hold(next)
      yield* TestClock.adjust("30 seconds")
      expect(yield* Effect.flip(hold(next))).toMatchObject({ _tag: "KeyRefused", key_state: "expired" })
    })
  )

  inMemory("allows at once what a changed guardrail allows, and refuses at once what it refuses", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      yield* hold(ordinaryKey)
      yield* allow("acme/other")
      yield* hold(ordinaryKey, { models: ["acme/other"] })
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ _tag: "PolicyRefused" })
    })
  )

  it.effect("is kept for the last 10,000 spenders, and read anew for those before", () =>
    Effect.gen(function* () {
      const { ordinaryHash } = yield* opened
      const store = yield* SpendingStore
      const name = { secret: ordinaryHash, user: null, needs_credentials: false }
      const spender = Option.getOrThrow(yield* readSpender(name, yield* DateTime.now))
      const known = SpenderCache.of(store)
      const reading = { now: 0, since: 0 }
      for (let key = 0; key <= 10_000; key++) yield* known.read(`key ${key}`, reading, Effect.succeed(spender))
      expect([0, 1, 10_000].map((key) => known.get(`key ${key}`, 0)?.spender)).toEqual([undefined, spender, spender])
      expect(known.size).toBe(10_000)
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is not what a transaction read that was rolled back", () =>
    Effect.gen(function* () {
      const { allow, hold, ordinaryKey } = yield* opened
      const { run } = yield* Transaction
      const other = { models: ["acme/other"] }
      const rolledBack = Effect.zipRight(
        Effect.zipRight(allow("acme/other"), hold(ordinaryKey, other)),
        Effect.fail("no")
      )
      yield* Effect.flip(run(rolledBack))
      // A change like that raises the versions to the same numbers.
      yield* allow("acme/reader")
      expect(yield* Effect.flip(hold(ordinaryKey, other))).toMatchObject({ _tag: "PolicyRefused" })
      yield* hold(ordinaryKey, { models: ["acme/reader"] })
    }).pipe(Effect.provide(Memory.layer))
  )
})
