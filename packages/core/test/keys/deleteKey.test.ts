import { describe, expect } from "@effect/vitest"
import {
  authenticate,
  createKey,
  deleteKey,
  getCurrentKey,
  getKey,
  InvalidCredential,
  KeyNotFound,
  LastManagementKey,
  updateKey
} from "@tollgate/core"
import { aKey, aKeyPatch } from "@tollgate/testing/accounts"
import { Effect, Either, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("deleteKey", () => {
  inMemory("takes a key away with its secret, once", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey()))
      expect(yield* asManager(deleteKey(data.hash))).toEqual({ deleted: true })
      expect(yield* Effect.flip(authenticate(key))).toEqual(new InvalidCredential())
      const gone = KeyNotFound.of(data.hash)
      expect(yield* Effect.flip(asManager(getKey(data.hash)))).toEqual(gone)
      expect(yield* Effect.flip(asManager(updateKey(data.hash, aKeyPatch({ name: "x" }))))).toEqual(gone)
      expect(yield* Effect.flip(asManager(deleteKey(data.hash)))).toEqual(gone)
    })
  )

  inMemory("refuses who asked with the key before it was deleted, as a disabled one", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary, ordinaryHash } = yield* openAccount()
      yield* asManager(deleteKey(ordinaryHash))
      expect(yield* Effect.flip(asOrdinary(getCurrentKey))).toEqual(new InvalidCredential())
    })
  )

  inMemory("refuses to delete the last management key, and deletes an expired one", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      const management = aKey({ management: true, expires_at: "1970-01-01T00:01:00Z" })
      const { data: expiring } = yield* asManager(createKey(management))
      yield* TestClock.adjust("1 hour")
      expect(yield* Effect.flip(asManager(deleteKey(managementHash)))).toEqual(
        new LastManagementKey({ hash: managementHash, change: "delete" })
      )
      expect(yield* asManager(deleteKey(expiring.hash))).toEqual({ deleted: true })
    })
  )

  inMemory("leaves one of two management keys that are deleted at the same moment", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      const { data: second } = yield* asManager(createKey(aKey({ management: true })))
      const hashes = [managementHash, second.hash]
      const outcomes = yield* Effect.forEach(hashes, (hash) => Effect.either(asManager(deleteKey(hash))), {
        concurrency: "unbounded"
      })
      expect(outcomes.filter(Either.isRight).length).toBe(1)
      const left = yield* Effect.forEach(hashes, (hash) => Effect.either(asManager(getKey(hash))))
      expect(left.filter(Either.isRight).length).toBe(1)
    })
  )

  inMemory("finds nothing of another organization", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { data } = yield* asManager(createKey(aKey()))
      expect(yield* Effect.flip(stranger.asManager(deleteKey(data.hash)))).toEqual(KeyNotFound.of(data.hash))
      expect(yield* asManager(getKey(data.hash))).toEqual(data)
    })
  )
})
