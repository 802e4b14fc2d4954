import { describe, expect } from "@effect/vitest"
import {
  assignKeys,
  authenticate,
  createGuardrail,
  createKey,
  getKey,
  InvalidCredential,
  KeyNotFound,
  listKeyAssignments,
  Page,
  rotateKey,
  SecretKey,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aKey, aKeyPatch, aRotation, keyHashes } from "@tollgate/testing/accounts"
import { DateTime, Effect, type Redacted, TestClock } from "effect"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, read } from "../support/account.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const { data, key } = yield* account.asManager(createKey(aKey({ limit: 5 })))
  const rotate = (grace_seconds = 0) => account.asManager(rotateKey(data.hash, aRotation({ grace_seconds })))
  const opens = (secret: Redacted.Redacted) =>
    Effect.match(authenticate(secret), { onFailure: () => false, onSuccess: ({ keyHash }) => keyHash === data.hash })
  return { ...account, data, key, opens, rotate }
})

describe("rotateKey", () => {
  inMemory("gives a key a new secret, and changes nothing but its label and the time of its change", () =>
    Effect.gen(function* () {
      const { asManager, data, key, opens, rotate } = yield* opened
      yield* TestClock.adjust("1 minute")
      const next = yield* rotate()
      const label = SecretKey.mask(next.key)
      expect(next.data).toEqual({ ...data, label, updated_at: yield* DateTime.now })
      expect(yield* asManager(getKey(data.hash))).toEqual(next.data)
      expect([yield* opens(key), yield* opens(next.key)]).toEqual([false, true])
      expect(yield* Effect.flip(authenticate(key))).toEqual(new InvalidCredential())
    })
  )

  inMemory("keeps the old secret for the grace, and each of two to its own end", () =>
    Effect.gen(function* () {
      const { key, opens, rotate } = yield* opened
      const second = yield* rotate(100)
      const third = yield* rotate(10)
      const open = Effect.forEach([key, second.key, third.key], opens)
      expect(yield* open).toEqual([true, true, true])
      yield* TestClock.adjust("10 seconds")
      expect(yield* open).toEqual([true, false, true])
      yield* TestClock.adjust("89 seconds")
      expect(yield* open).toEqual([true, false, true])
      yield* TestClock.adjust("1 seconds")
      expect(yield* open).toEqual([false, false, true])
    })
  )

  inMemory("never keeps a secret beyond the end of its key", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey({ expires_at: "1970-01-01T00:01:00Z" })))
      const next = yield* asManager(rotateKey(data.hash, aRotation({ grace_seconds: 3600 })))
      yield* TestClock.adjust("59 seconds")
      for (const secret of [key, next.key]) yield* authenticate(secret)
      yield* TestClock.adjust("1 seconds")
      for (const secret of [key, next.key]) {
        expect(yield* Effect.flip(authenticate(secret))).toEqual(new InvalidCredential())
      }
    })
  )

  inMemory("keeps the holds, the budget and the guardrail of the key", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, settle } = yield* openSpender
      const guardrail = yield* asManager(createGuardrail(aGuardrail()))
      yield* asManager(assignKeys(guardrail.id, keyHashes(ordinaryHash)))
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 2 })))
      const { data } = yield* hold(ordinaryKey)
      const next = yield* asManager(rotateKey(ordinaryHash, aRotation()))
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ key_state: "unknown" })
      yield* settle(data.id, { cost: usd(1) })
      yield* hold(next.key)
      expect(yield* Effect.flip(hold(next.key))).toMatchObject({ _tag: "BudgetExceeded" })
      expect((yield* asManager(getKey(ordinaryHash))).usage).toBe(usd(1))
      const assigned = yield* asManager(listKeyAssignments(guardrail.id, read(Page)({})))
      expect(assigned.data).toMatchObject([{ key_hash: ordinaryHash, key_label: next.data.label }])
    })
  )

  inMemory("mints the same kind of key, and knows no key of another organization", () =>
    Effect.gen(function* () {
      const { asManager, data, managementHash } = yield* opened
      const stranger = yield* openAccount("Stranger")
      const next = yield* asManager(rotateKey(managementHash, aRotation()))
      expect((yield* authenticate(next.key)).kind).toBe("management")
      const theirs = stranger.asManager(rotateKey(data.hash, aRotation()))
      expect(yield* Effect.flip(theirs)).toEqual(KeyNotFound.of(data.hash))
      expect(yield* Effect.flip(asManager(rotateKey("nothing", aRotation())))).toEqual(KeyNotFound.of(null))
    })
  )
})
