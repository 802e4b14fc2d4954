import { describe, expect } from "@effect/vitest"
import { authenticate, exchangeCode, SecretKey, updateKey } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { Effect, TestClock } from "effect"
import { inMemory } from "../support/account.js"
import { challenge, issueCode, verifier, wrong } from "../support/oauth.js"

describe("exchangeCode", () => {
  inMemory("mints the key that the code remembers, for its user", () =>
    Effect.gen(function* () {
      const { asManager, exchange, workspace } = yield* issueCode({
        code_challenge: challenge,
        code_challenge_method: "S256",
        limit: 2.5,
        usage_limit_type: "monthly",
        key_label: "App",
        user_id: "ada",
        expires_at: "1970-01-02T00:00:00Z"
      })
      const { key, user_id } = yield* exchange({ code_verifier: verifier })
      expect(user_id).toBe("ada")
      expect(yield* authenticate(key)).toMatchObject({ kind: "ordinary", userId: "ada", workspaceId: workspace.id })
      const shown = yield* asManager(updateKey(SecretKey.hash(key), {}))
      expect(shown).toMatchObject({
        name: "App",
        limit: 2_500_000_000n,
        limit_remaining: 2_500_000_000n,
        limit_reset: "monthly",
        include_byok_in_limit: false,
        creator_user_id: "ada",
        workspace_id: workspace.id
      })
      expect(shown.expires_at?.epochMillis).toBe(86_400_000)
    })
  )

  inMemory("creates it for the user that issued the code if the code names no user", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode()
      const { key, user_id } = yield* exchange()
      expect(user_id).toBe(null)
      expect((yield* authenticate(key)).userId).toBe("Acme-owner")
    })
  )

  inMemory("takes a method that is null or absent as the stored one, and a stated one that equals it", () =>
    Effect.gen(function* () {
      const s256 = { code_challenge: challenge } as const
      const plain = { code_challenge: verifier, code_challenge_method: "plain" } as const
      const stated = [{}, { code_challenge_method: null }]
      for (const method of [...stated, { code_challenge_method: "S256" as const }]) {
        const { exchange } = yield* issueCode(s256)
        yield* exchange({ code_verifier: verifier, ...method })
      }
      for (const method of [...stated, { code_challenge_method: "plain" as const }]) {
        const { exchange } = yield* issueCode(plain)
        yield* exchange({ code_verifier: verifier, ...method })
      }
    })
  )

  inMemory("works until the code expires: ten minutes", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode()
      yield* TestClock.setTime(599_999)
      yield* exchange()
    })
  )

  inMemory("still works after four wrong verifiers", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode({ code_challenge: challenge })
      yield* Effect.replicateEffect(Effect.flip(exchange({ code_verifier: wrong })), 4)
      yield* exchange({ code_verifier: verifier })
    })
  )

  inMemory("keeps the code unused when the key cannot be stored", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode()
      const keys = yield* KeyStore
      const broken = KeyStore.of({ ...keys, insert: () => Effect.die("no room") })
      yield* Effect.exit(Effect.provideService(exchange(), KeyStore, broken))
      yield* exchange()
    })
  )
})

describe("a code that is shown again", () => {
  const bought = Effect.gen(function* () {
    const opened = yield* issueCode({ code_challenge: challenge })
    const { key } = yield* opened.exchange({ code_verifier: verifier })
    const disabled = Effect.map(opened.asManager(updateKey(SecretKey.hash(key), {})), (key) => key.disabled)
    const replay = (code_verifier: string = verifier) => Effect.flip(opened.exchange({ code_verifier }))
    return { ...opened, key, disabled, replay }
  })

  inMemory("within ten seconds leaves the key that it bought alone", () =>
    Effect.gen(function* () {
      const { disabled, replay } = yield* bought
      yield* replay()
      yield* TestClock.adjust("10 seconds")
      yield* replay()
      expect(yield* disabled).toBe(false)
    })
  )

  inMemory("later, with its right verifier, disables the key that it bought", () =>
    Effect.gen(function* () {
      const { disabled, key, replay } = yield* bought
      yield* TestClock.setTime(10_001)
      yield* replay()
      expect(yield* disabled).toBe(true)
      expect((yield* Effect.flip(authenticate(key)))._tag).toBe("InvalidCredential")
    })
  )

  inMemory("disables the key even long after the code expired", () =>
    Effect.gen(function* () {
      const { disabled, replay } = yield* bought
      yield* TestClock.adjust("30 days")
      yield* replay()
      expect(yield* disabled).toBe(true)
    })
  )

  inMemory("with a wrong verifier, a misstated method or none disables nothing", () =>
    Effect.gen(function* () {
      const { disabled, exchange, replay } = yield* bought
      yield* TestClock.adjust("1 minute")
      yield* replay(wrong)
      yield* Effect.flip(exchange())
      yield* Effect.flip(exchange({ code_verifier: verifier, code_challenge_method: "plain" }))
      expect(yield* disabled).toBe(false)
    })
  )

  inMemory("by another organization disables nothing", () =>
    Effect.gen(function* () {
      const { disabled, proof } = yield* bought
      const stranger = yield* issueCode()
      yield* TestClock.adjust("1 minute")
      yield* Effect.flip(stranger.asManager(exchangeCode(proof({ code_verifier: verifier }))))
      expect(yield* disabled).toBe(false)
    })
  )
})
