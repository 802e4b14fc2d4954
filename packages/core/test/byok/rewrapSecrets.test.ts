import { describe, expect } from "@effect/vitest"
import {
  answerOnce,
  createByokCredential,
  IdempotencyKey,
  ManagementCaller,
  NewByokCredential,
  rewrapSecrets,
  type Services,
  updateByokCredential
} from "@tollgate/core"
import { SealedSecrets, Vault } from "@tollgate/core/storage"
import { aByokPatch } from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted, TestClock } from "effect"
import { inMemoryOnce, openAccount, read } from "../support/account.js"

const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
const vaultOf = (...bytes: ReadonlyArray<number>) =>
  Vault.make(Redacted.make(new Uint8Array(bytes.flatMap((byte) => [...keyOf(byte)]))))

/** The texts of all secrets, as a vault opens them; `unreadable` for those that it does not open. */
const texts = Effect.fnUntraced(function* (vault: Vault["Type"]) {
  const all = yield* Effect.flatMap(SealedSecrets, (secrets) => secrets.list(null, 1000))
  const opened = all.map((one) => Effect.map(vault.open(one.sealed, one), Redacted.value))
  const found = yield* Effect.all(opened.map(Effect.orElseSucceed(() => "unreadable")))
  return found.toSorted()
})

const opened = Effect.gen(function* () {
  const [before, both, after] = [yield* vaultOf(7), yield* vaultOf(8, 7), yield* vaultOf(8)]
  const { asManager } = yield* openAccount()
  const create = (vault: typeof before, key: string) =>
    asManager(createByokCredential(read(NewByokCredential)({ provider: "openai", key }))).pipe(
      Effect.provideService(Vault, vault)
    )
  const rewrap = Effect.provideService(rewrapSecrets, Vault, both)
  return { before, both, after, asManager, create, rewrap }
})

describe("rewrapSecrets", () => {
  inMemoryOnce("seals every secret with the first master key, and says that the other is needed no more", () =>
    Effect.gen(function* () {
      const { after, before, both, create, rewrap } = yield* opened
      const made = Array.from({ length: 205 }, (_, n) => `secret-${String(n).padStart(3, "0")}`)
      for (const [n, key] of made.entries()) yield* create(n % 5 === 0 ? both : before, key)
      const spare = [{ id: before.keyId, neededUntil: null }]
      expect(yield* rewrap).toEqual({ keyId: both.keyId, rewrapped: 164, unreadable: 0, spare })
      expect(yield* texts(after)).toEqual(made)
      expect(yield* rewrap).toEqual({ keyId: both.keyId, rewrapped: 0, unreadable: 0, spare })
    })
  )

  inMemoryOnce("leaves a secret that none of the keys opens as it is, and names no key to remove", () =>
    Effect.gen(function* () {
      const { after, before, both, create, rewrap } = yield* opened
      yield* create(yield* vaultOf(9), "foreign")
      yield* create(before, "own")
      expect(yield* rewrap).toEqual({ keyId: both.keyId, rewrapped: 1, unreadable: 1, spare: [] })
      expect(yield* texts(after)).toEqual(["own", "unreadable"])
    })
  )

  inMemoryOnce("looks again at a secret that is replaced meanwhile, and keeps the new one", () =>
    Effect.gen(function* () {
      const { after, asManager, before, both, create, rewrap } = yield* opened
      const { id } = yield* create(before, "first")
      const secrets = yield* SealedSecrets
      const services = yield* Effect.context<Services>()
      let changed = false
      const racing = SealedSecrets.of({
        ...secrets,
        replace: (changes) => {
          if (changed) return secrets.replace(changes)
          changed = true
          const change = asManager(updateByokCredential(id, aByokPatch({ key: "second" }))).pipe(
            Effect.provideService(Vault, before),
            Effect.provide(services),
            Effect.orDie
          )
          return Effect.zipRight(change, secrets.replace(changes))
        }
      })
      const done = yield* Effect.provideService(rewrap, SealedSecrets, racing)
      expect(done).toMatchObject({ keyId: both.keyId, rewrapped: 1, unreadable: 0 })
      expect(yield* texts(after)).toEqual(["second"])
    })
  )

  inMemoryOnce("says until when a key opens answers that are kept", () =>
    Effect.gen(function* () {
      const { asManager, before, rewrap } = yield* opened
      const key = IdempotencyKey.make("a")
      const named = { sender: ManagementCaller, key, operation: "any", path: [], body: "", write: JSON.stringify }
      const answering = answerOnce(named, Effect.succeed(1))
      yield* asManager(Effect.provideService(answering, Vault, before))
      const neededUntil = DateTime.add(yield* DateTime.now, { hours: 24 })
      expect(yield* rewrap).toMatchObject({ spare: [{ id: before.keyId, neededUntil }] })
      yield* TestClock.adjust("24 hours")
      expect(yield* rewrap).toMatchObject({ spare: [{ id: before.keyId, neededUntil: null }] })
    })
  )
})
