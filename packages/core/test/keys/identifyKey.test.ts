import { describe, expect } from "@effect/vitest"
import {
  createKey,
  getCurrentKey,
  InvalidCredential,
  identifyKey,
  recordUsage,
  SecretKey,
  UsageInput,
  Usd,
  updateKey
} from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aKey, aKeyPatch } from "@tollgate/testing/accounts"
import { Effect, Redacted, Struct, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const refusal = (secret: Redacted.Redacted) => Effect.flip(identifyKey(secret))

describe("identifyKey", () => {
  inMemory("says whose key it is, and shows the key as its holder reads it", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, managementKey, ordinaryKey, organization, workspace } = yield* openAccount()
      const where = { organization_id: organization.id, workspace_id: workspace.id, user_id: "Acme-owner" }
      const managing = { ...where, kind: "management", key: Struct.omit(yield* asManager(getCurrentKey), "budgets") }
      expect(yield* identifyKey(managementKey)).toEqual(managing)
      expect(yield* identifyKey(ordinaryKey)).toEqual({
        ...where,
        kind: "ordinary",
        key: Struct.omit(yield* asOrdinary(getCurrentKey), "budgets")
      })
    })
  )

  inMemory("says what remains at this moment, and again in the next window", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey({ limit: 5, limit_reset: "daily" })))
      yield* asManager(recordUsage(data.hash, read(UsageInput)({ usage: 2 })))
      expect((yield* identifyKey(key)).key.limit_remaining).toBe(Usd.fromNumber(3))
      yield* TestClock.adjust("1 day")
      expect((yield* identifyKey(key)).key.limit_remaining).toBe(Usd.fromNumber(5))
    })
  )

  inMemory("refuses unknown, malformed, disabled and expired keys alike", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, ordinaryKey } = yield* openAccount()
      const mortal = yield* asManager(createKey(aKey({ expires_at: "1970-01-01T00:01:00Z" })))
      const unknown = yield* SecretKey.mint("ordinary")
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ disabled: true })))
      yield* TestClock.setTime(60_000)
      for (const secret of [unknown, Redacted.make("nonsense"), Redacted.make(""), ordinaryKey, mortal.key]) {
        expect(yield* refusal(secret)).toEqual(new InvalidCredential())
      }
    })
  )

  inMemory("looks at storage once, and never for what was never a key", () =>
    Effect.gen(function* () {
      const { managementKey } = yield* openAccount()
      const keys = yield* KeyStore
      const looks: Array<string> = []
      const counting = KeyStore.of({
        ...keys,
        identify: (secret, at) =>
          Effect.zipRight(
            Effect.sync(() => looks.push("identify")),
            keys.identify(secret, at)
          ),
        findBySecret: (secret, at) =>
          Effect.zipRight(
            Effect.sync(() => looks.push("findBySecret")),
            keys.findBySecret(secret, at)
          ),
        find: (organization, hash) =>
          Effect.zipRight(
            Effect.sync(() => looks.push("find")),
            keys.find(organization, hash)
          )
      })
      const asked = yield* Effect.provideService(identifyKey(managementKey), KeyStore, counting)
      expect([asked.kind, looks]).toEqual(["management", ["findBySecret"]])
      yield* Effect.provideService(refusal(Redacted.make("Bearer")), KeyStore, counting)
      expect(looks).toHaveLength(1)
    })
  )
})
