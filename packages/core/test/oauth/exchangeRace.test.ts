import { describe, expect } from "@effect/vitest"
import { authenticate } from "@tollgate/core"
import { AuthorizationCodeStore, KeyStore } from "@tollgate/core/storage"
import { Effect, Either, Redacted } from "effect"
import { hashCode } from "../../src/oauth/AuthorizationCodeRecord.js"
import { inMemoryOnce } from "../support/account.js"
import { challenge, issueCode, verifier, wrong } from "../support/oauth.js"

/** The store of codes, in which each reader waits until all of `count` have found the code. */
const racing = Effect.fnUntraced(function* (count: number) {
  const codes = yield* AuthorizationCodeStore
  const everybody = yield* Effect.makeLatch()
  const seen = { found: 0, foundBeforeTheFirstRedeem: 0, redeems: 0 }
  const store = AuthorizationCodeStore.of({
    ...codes,
    find: (organizationId, hash) =>
      Effect.tap(codes.find(organizationId, hash), () => (++seen.found === count ? everybody.open : everybody.await)),
    redeem: (redemption) =>
      Effect.suspend(() => {
        if (seen.redeems++ === 0) seen.foundBeforeTheFirstRedeem = seen.found
        return codes.redeem(redemption)
      })
  })
  return { seen, store }
})

describe("exchangeCode", () => {
  inMemoryOnce("gives exactly one key to a thousand who all saw the code unused", () =>
    Effect.gen(function* () {
      const { code, exchange, organization } = yield* issueCode({ code_challenge: challenge })
      const { seen, store } = yield* racing(1000)
      const keys = yield* KeyStore
      let inserted = 0
      const counting = KeyStore.of({
        ...keys,
        insert: (key) => Effect.tap(keys.insert(key), () => Effect.sync(() => inserted++))
      })
      const outcomes = yield* Effect.replicateEffect(Effect.either(exchange({ code_verifier: verifier })), 1000, {
        concurrency: "unbounded"
      }).pipe(Effect.provideService(AuthorizationCodeStore, store), Effect.provideService(KeyStore, counting))
      // Each finds it once more in its transaction, and there all but the first find it used.
      expect(seen).toEqual({ found: 2000, foundBeforeTheFirstRedeem: 1001, redeems: 1 })
      const won = outcomes.flatMap((outcome) => (Either.isRight(outcome) ? [outcome.right.key] : []))
      const lost = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left._tag] : []))
      expect([won.length, inserted, lost.length, new Set(lost)]).toEqual([1, 1, 999, new Set(["CodeRefused"])])
      const callers = yield* Effect.forEach(won, (key) => authenticate(key))
      const codes = yield* AuthorizationCodeStore
      const row = yield* Effect.flatten(codes.find(organization.id, hashCode(Redacted.make(code))))
      expect(callers.map(({ keyHash }) => keyHash)).toEqual([row.redeemed_key_hash])
    })
  )

  inMemoryOnce("lets no wrong verifier win a race, and no verifier afterwards", () =>
    Effect.gen(function* () {
      const { exchange } = yield* issueCode({ code_challenge: challenge })
      const { store } = yield* racing(101)
      const wrongs = Array.from({ length: 100 }, () => exchange({ code_verifier: wrong }))
      const outcomes = yield* Effect.all(
        [...wrongs, exchange({ code_verifier: verifier })].map((attempt) => Effect.either(attempt)),
        { concurrency: "unbounded" }
      ).pipe(Effect.provideService(AuthorizationCodeStore, store))
      expect(outcomes.slice(0, 100).filter(Either.isRight)).toEqual([])
      // Later calls find the code used or burnt.
      expect((yield* Effect.flip(exchange({ code_verifier: verifier })))._tag).toBe("CodeRefused")
    })
  )
})
