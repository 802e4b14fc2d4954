import { describe, expect } from "@effect/vitest"
import { authenticate, createKey, InvalidCredential, SecretKey, updateKey } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aKey } from "@tollgate/testing/accounts"
import { Effect, Redacted, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const refusal = (secret: Redacted.Redacted) => Effect.flip(authenticate(secret))

describe("authenticate", () => {
  inMemory("says whose key it is", () =>
    Effect.gen(function* () {
      const { managementHash, managementKey, ordinaryHash, ordinaryKey, organization, workspace } = yield* openAccount()
      const where = {
        organizationId: organization.id,
        workspaceId: workspace.id,
        userId: "Acme-owner",
        isReadOnly: false
      }
      expect(yield* authenticate(managementKey)).toEqual({ ...where, kind: "management", keyHash: managementHash })
      expect(yield* authenticate(ordinaryKey)).toEqual({ ...where, kind: "ordinary", keyHash: ordinaryHash })
    })
  )

  inMemory("refuses unknown, malformed, disabled and expired keys alike", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, ordinaryKey } = yield* openAccount()
      const mortal = yield* asManager(createKey(aKey({ expires_at: "1970-01-01T00:01:00Z" })))
      const unknown = yield* SecretKey.mint("ordinary")
      yield* asManager(updateKey(ordinaryHash, { disabled: true }))
      yield* TestClock.setTime(59_999)
      expect((yield* authenticate(mortal.key)).keyHash).toBe(mortal.data.hash)
      yield* TestClock.adjust("1 millis")
      const hash = Redacted.make<string>(ordinaryHash)
      for (const secret of [
        unknown,
        Redacted.make("tg_sk_nonsense"),
        Redacted.make(""),
        hash,
        ordinaryKey,
        mortal.key
      ]) {
        expect(yield* refusal(secret)).toEqual(new InvalidCredential())
      }
    })
  )

  inMemory("lets a key in again on the next request after it was enabled", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash, ordinaryKey } = yield* openAccount()
      yield* asManager(updateKey(ordinaryHash, { disabled: true }))
      yield* refusal(ordinaryKey)
      yield* asManager(updateKey(ordinaryHash, { disabled: false }))
      expect((yield* authenticate(ordinaryKey)).keyHash).toBe(ordinaryHash)
    })
  )

  inMemory("looks at storage once, and never for what was never a key", () =>
    Effect.gen(function* () {
      const { managementKey: key } = yield* openAccount()
      const keys = yield* KeyStore
      let looked = 0
      const counting = KeyStore.of({
        ...keys,
        identify: (secret, at) => {
          looked++
          return keys.identify(secret, at)
        }
      })
      const text = Redacted.value(key)
      const damaged = Redacted.make(text.slice(0, -1) + (text.endsWith("0") ? "1" : "0"))
      yield* Effect.provideService(refusal(damaged), KeyStore, counting)
      yield* Effect.provideService(refusal(Redacted.make("Bearer")), KeyStore, counting)
      expect(looked).toBe(0)
      yield* Effect.provideService(authenticate(key), KeyStore, counting)
      expect(looked).toBe(1)
    })
  )

  inMemory("believes the stored row, not what the key says of itself", () =>
    Effect.gen(function* () {
      const { ordinaryHash, ordinaryKey, organization } = yield* openAccount()
      const keys = yield* KeyStore
      const row = yield* Effect.flatten(keys.find(organization.id, ordinaryHash))
      yield* keys.delete(organization.id, ordinaryHash)
      yield* keys.insert({ ...row, is_management: true })
      expect((yield* authenticate(ordinaryKey)).kind).toBe("management")
    })
  )

  inMemory("takes keys of the configured prefix only", () =>
    Effect.gen(function* () {
      const { managementKey: key } = yield* openAccount()
      expect(yield* Effect.provideService(refusal(key), SecretKey.KeyPrefix, "acme")).toEqual(new InvalidCredential())
      const own = yield* Effect.provideService(openAccount("Own"), SecretKey.KeyPrefix, "acme")
      expect(Redacted.value(own.managementKey)).toMatch(/^acme_mk_/)
      expect(yield* refusal(own.managementKey)).toEqual(new InvalidCredential())
    })
  )
})
