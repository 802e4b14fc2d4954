import { describe, expect } from "@effect/vitest"
import { authenticate, createKey, InvalidCredential, KeyStore, SecretKey, updateKey } from "@tollgate/core"
import { Effect, Redacted, TestClock } from "effect"
import { inMemory, newKey, openAccount } from "../support/account.js"

const refusal = (secret: Redacted.Redacted) => Effect.flip(authenticate(secret))

describe("authenticate", () => {
  inMemory("says whose key it is", () =>
    Effect.gen(function* () {
      const { data, key, ordinary, organization, workspace } = yield* openAccount()
      const where = { organizationId: organization.id, workspaceId: workspace.id, userId: "Acme-owner" }
      expect(yield* authenticate(key)).toEqual({ ...where, kind: "management", keyHash: data.hash })
      expect(yield* authenticate(ordinary.key)).toEqual({ ...where, kind: "ordinary", keyHash: ordinary.data.hash })
    })
  )

  inMemory("refuses unknown, malformed, disabled and expired keys alike", () =>
    Effect.gen(function* () {
      const { asManager, ordinary } = yield* openAccount()
      const mortal = yield* asManager(createKey(newKey({ expires_at: "1970-01-01T00:01:00Z" })))
      const unknown = yield* SecretKey.mint("ordinary")
      yield* asManager(updateKey(ordinary.data.hash, { disabled: true }))
      yield* TestClock.setTime(59_999)
      expect((yield* authenticate(mortal.key)).keyHash).toBe(mortal.data.hash)
      yield* TestClock.adjust("1 millis")
      const hash = Redacted.make<string>(ordinary.data.hash)
      for (const secret of [
        unknown,
        Redacted.make("tg_sk_nonsense"),
        Redacted.make(""),
        hash,
        ordinary.key,
        mortal.key
      ]) {
        expect(yield* refusal(secret)).toEqual(new InvalidCredential())
      }
    })
  )

  inMemory("lets a key in again on the next request after it was enabled", () =>
    Effect.gen(function* () {
      const { asManager, ordinary } = yield* openAccount()
      yield* asManager(updateKey(ordinary.data.hash, { disabled: true }))
      yield* refusal(ordinary.key)
      yield* asManager(updateKey(ordinary.data.hash, { disabled: false }))
      expect((yield* authenticate(ordinary.key)).keyHash).toBe(ordinary.data.hash)
    })
  )

  inMemory("looks at storage once, and never for what was never a key", () =>
    Effect.gen(function* () {
      const { key } = yield* openAccount()
      const keys = yield* KeyStore
      let looked = 0
      const counting = KeyStore.of({
        ...keys,
        identify: (hash) => {
          looked++
          return keys.identify(hash)
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
      const { ordinary, organization } = yield* openAccount()
      const keys = yield* KeyStore
      const row = yield* Effect.flatten(keys.find(organization.id, ordinary.data.hash))
      yield* keys.insert({ ...row, is_management: true })
      expect((yield* authenticate(ordinary.key)).kind).toBe("management")
    })
  )

  inMemory("takes keys of the configured prefix only", () =>
    Effect.gen(function* () {
      const { key } = yield* openAccount()
      expect(yield* Effect.provideService(refusal(key), SecretKey.KeyPrefix, "acme")).toEqual(new InvalidCredential())
      const own = yield* Effect.provideService(openAccount("Own"), SecretKey.KeyPrefix, "acme")
      expect(Redacted.value(own.key)).toMatch(/^acme_mk_/)
      expect(yield* refusal(own.key)).toEqual(new InvalidCredential())
    })
  )
})
