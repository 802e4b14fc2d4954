import { describe, expect } from "@effect/vitest"
import {
  createByokCredential,
  createKey,
  getCurrentKey,
  getKey,
  identifyKey,
  listKeys,
  rotateKey,
  Usd,
  updateKey
} from "@tollgate/core"
import { aByokCredential, aKey, aKeyPatch, aRotation } from "@tollgate/testing/accounts"
import { Effect, Struct, TestClock } from "effect"
import { openSpender } from "../spending/support/spender.js"
import { inMemory } from "../support/account.js"

const usd = Usd.fromNumber
const parts = Struct.pick("usage", "held", "unknown", "byok_usage", "byok_held", "byok_unknown")
const nothing = { usage: 0n, held: 0n, unknown: 0n, byok_usage: 0n, byok_held: 0n, byok_unknown: 0n }

describe("a key with its usage", () => {
  inMemory("shows what is held and unknown beside it, wherever usage is shown", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, hold, ordinaryHash, ordinaryKey, sent, settle, unknown } = yield* openSpender
      const { data: created } = yield* asManager(createKey(aKey()))
      expect(parts(created)).toEqual(nothing)

      const first = yield* hold(ordinaryKey, { amount: 1 })
      const second = yield* hold(ordinaryKey, { amount: 2 })
      yield* hold(ordinaryKey, { amount: 4, lease_seconds: 3600 })
      yield* settle(first.data.id, { cost: usd(0.5) })
      yield* sent(second.data.id)
      yield* unknown(second.data.id)
      const expected = { ...nothing, usage: usd(0.5), held: usd(4), unknown: usd(2) }
      const shown = [
        yield* asManager(getKey(ordinaryHash)),
        (yield* asManager(listKeys({ limit: 100, offset: 0, include_disabled: true }))).data.find(
          ({ hash }) => hash === ordinaryHash
        ) ?? expect.fail("The key is not listed."),
        yield* asOrdinary(getCurrentKey),
        (yield* identifyKey(ordinaryKey)).key,
        yield* asManager(updateKey(ordinaryHash, aKeyPatch({ name: "Renamed" }))),
        yield* asManager(updateKey(ordinaryHash, {})),
        (yield* asManager(rotateKey(ordinaryHash, aRotation()))).data
      ]
      expect(shown.map(parts)).toEqual(shown.map(() => expected))

      // An unknown hold that is settled is usage.
      yield* settle(second.data.id, { cost: usd(1.5) })
      expect(parts(yield* asManager(getKey(ordinaryHash)))).toEqual({ ...nothing, usage: usd(2), held: usd(4) })
      // Of its life, not of a day.
      yield* TestClock.adjust("30 minutes")
      expect(parts(yield* asManager(getKey(ordinaryHash)))).toEqual({ ...nothing, usage: usd(2), held: usd(4) })
    })
  )

  inMemory("shows what goes through the account's own credentials apart", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, unknown } = yield* openSpender
      yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      const byok = { amount: 2, provider: "openai", credential: "byok" } as const
      const first = yield* hold(ordinaryKey, byok)
      yield* hold(ordinaryKey, { ...byok, amount: 1 })
      yield* unknown(first.data.id)
      expect(parts(yield* asManager(getKey(ordinaryHash)))).toEqual({
        ...nothing,
        byok_held: usd(1),
        byok_unknown: usd(2)
      })
    })
  )
})
