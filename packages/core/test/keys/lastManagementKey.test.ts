import { describe, expect } from "@effect/vitest"
import { authenticate, createKey, deleteKey, type KeyHash, LastManagementKey, updateKey } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import { aKey } from "@tollgate/testing/accounts"
import { DateTime, Effect, Either, TestClock } from "effect"
import { requireManagementKey } from "../../src/keys/requireManagementKey.js"
import { inMemory, openAccount } from "../support/account.js"

const management = (input: Partial<Parameters<typeof aKey>[0]> = {}) =>
  createKey(aKey({ name: "Second", management: true, ...input }))

describe("the last management key", () => {
  inMemory("cannot be disabled, by itself or with other changes, and stays as it is", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      const before = yield* asManager(updateKey(managementHash, {}))
      for (const patch of [{ disabled: true }, { disabled: true, name: "Gone", limit: null }]) {
        expect(yield* Effect.flip(asManager(updateKey(managementHash, patch)))).toEqual(
          new LastManagementKey({ hash: managementHash, change: "disable" })
        )
      }
      expect(yield* asManager(updateKey(managementHash, {}))).toEqual(before)
    })
  )

  inMemory("can be changed in every other way", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      expect((yield* asManager(updateKey(managementHash, { disabled: false, name: "Root" }))).name).toBe("Root")
    })
  )

  inMemory("is not the last while another one is enabled and does not expire", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      const second = yield* asManager(management())
      expect((yield* asManager(updateKey(managementHash, { disabled: true }))).disabled).toBe(true)
      expect(yield* Effect.flip(asManager(updateKey(second.data.hash, { disabled: true })))).toEqual(
        new LastManagementKey({ hash: second.data.hash, change: "disable" })
      )
      expect(yield* Effect.flip(asManager(deleteKey(second.data.hash)))).toEqual(
        new LastManagementKey({ hash: second.data.hash, change: "delete" })
      )
    })
  )

  inMemory("is the last while every other one expires, even if only in a hundred years", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      const { data: expiring } = yield* asManager(management({ expires_at: "2070-01-01T00:00:00Z" }))
      expect(yield* Effect.flip(asManager(updateKey(managementHash, { disabled: true })))).toEqual(
        new LastManagementKey({ hash: managementHash, change: "disable" })
      )
      expect(yield* Effect.flip(asManager(deleteKey(managementHash)))).toEqual(
        new LastManagementKey({ hash: managementHash, change: "delete" })
      )
      expect((yield* asManager(updateKey(expiring.hash, { disabled: true }))).disabled).toBe(true)
      expect(yield* asManager(deleteKey(expiring.hash))).toEqual({ deleted: true })
    })
  )

  inMemory("cannot be given an expiry, and another one can", () =>
    Effect.gen(function* () {
      const { asManager, managementHash, organization } = yield* openAccount()
      const keys = yield* KeyStore
      const now = yield* DateTime.now
      const expires_at = DateTime.add(now, { years: 1 })
      const expire = (hash: KeyHash) =>
        Effect.flatMap(Effect.flatten(keys.find(organization.id, hash)), (key) =>
          requireManagementKey(key, { expires_at }, now)
        )
      expect(yield* Effect.flip(expire(managementHash))).toMatchObject({
        _tag: "LastManagementKey",
        hash: managementHash,
        change: "expire"
      })
      const second = yield* asManager(management())
      yield* expire(managementHash)
      yield* asManager(deleteKey(second.data.hash))
      expect(yield* Effect.flip(expire(managementHash))).toMatchObject({
        _tag: "LastManagementKey",
        hash: managementHash,
        change: "expire"
      })
    })
  )

  inMemory("is not saved by ordinary keys, disabled keys or another organization's", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* openAccount()
      yield* openAccount("Other")
      const second = yield* asManager(management())
      yield* asManager(updateKey(second.data.hash, { disabled: true }))
      expect(yield* Effect.flip(asManager(updateKey(managementHash, { disabled: true })))).toEqual(
        new LastManagementKey({ hash: managementHash, change: "disable" })
      )
    })
  )

  inMemory("lets an expired key be disabled, also again", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const second = yield* asManager(management({ expires_at: "1970-01-01T00:01:00Z" }))
      yield* TestClock.adjust("1 hour")
      expect((yield* asManager(updateKey(second.data.hash, { disabled: true }))).disabled).toBe(true)
      expect((yield* asManager(updateKey(second.data.hash, { disabled: true }))).disabled).toBe(true)
    })
  )

  inMemory("is what remains of two that disable each other at the same moment: exactly one succeeds", () =>
    Effect.gen(function* () {
      const { asManager, managementHash, managementKey } = yield* openAccount()
      const second = yield* asManager(management())
      const transaction = yield* Transaction
      const together = yield* Effect.makeLatch()
      let arrived = 0
      // Neither enters its transaction before both are ready.
      const meet = Effect.suspend(() => (++arrived === 2 ? together.open : together.await))
      const racing = Transaction.of({ ...transaction, run: (effect) => Effect.zipRight(meet, transaction.run(effect)) })
      const disable = (hash: string) =>
        asManager(updateKey(hash, { disabled: true })).pipe(Effect.provideService(Transaction, racing), Effect.either)
      const outcomes = yield* Effect.all([disable(managementHash), disable(second.data.hash)], {
        concurrency: "unbounded"
      })
      expect(arrived).toBe(2)
      expect(outcomes.filter(Either.isRight).length).toBe(1)
      const refused = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left._tag] : []))
      expect(refused).toEqual(["LastManagementKey"])
      const open = yield* Effect.forEach([managementKey, second.key], (secret) => Effect.either(authenticate(secret)))
      expect(open.filter(Either.isRight).length).toBe(1)
    })
  )
})
