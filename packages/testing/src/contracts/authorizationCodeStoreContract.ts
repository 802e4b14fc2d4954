import { expect } from "@effect/vitest"
import { type KeyHash, Usd, UserId } from "@tollgate/core"
import { type AuthorizationCodeRecord, AuthorizationCodeStore, KeyStore } from "@tollgate/core/storage"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aCodeRecord } from "../oauth.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const stored = Effect.fnUntraced(function* (overrides: Partial<AuthorizationCodeRecord> = {}) {
  const codes = yield* AuthorizationCodeStore
  const keys = yield* KeyStore
  const home = yield* aHome()
  const code = yield* aCodeRecord(home, overrides)
  yield* codes.insert(code)
  const key = yield* aKeyRecord(home)
  yield* keys.insert(key)
  const redeem = (at: DateTime.Utc = after(1), organizationId = home.organization_id, keyHash: KeyHash = key.hash) =>
    codes.redeem({ organizationId, hash: code.hash, keyHash, maxFailures: 5, at })
  const current = Effect.map(codes.find(home.organization_id, code.hash), plain)
  return { codes, keys, home, code, key, redeem, current, organization: home.organization_id }
})

/** What every `AuthorizationCodeStore` promises. */
export const authorizationCodeStoreContract = contract("AuthorizationCodeStore", (promise) => {
  promise("gives back the whole code that was stored", () =>
    Effect.gen(function* () {
      const { codes, current, code, home, organization } = yield* stored()
      expect(yield* current).toEqual(plain(Option.some(code)))
      const full = yield* aCodeRecord(home, {
        user_id: UserId.make("ada"),
        code_challenge: "a".repeat(43),
        code_challenge_method: "S256",
        key_limit: Usd.Usd.make(1n),
        key_limit_reset: "weekly",
        key_expires_at: after(0.001)
      })
      yield* codes.insert(full)
      expect(plain(yield* codes.find(organization, full.hash))).toEqual(plain(Option.some(full)))
    })
  )

  promise("redeems a code once, and remembers when and for which key", () =>
    Effect.gen(function* () {
      const { code, current, key, redeem } = yield* stored()
      expect(yield* redeem(after(1))).toBe(true)
      expect(yield* redeem(after(2))).toBe(false)
      expect(yield* current).toEqual(plain([{ ...code, redeemed_at: after(1), redeemed_key_hash: key.hash }]))
    })
  )

  promise("lets one of a hundred at the same moment redeem a code", () =>
    Effect.gen(function* () {
      const { code, current, home, keys, redeem } = yield* stored()
      const rivals = yield* Effect.replicateEffect(aKeyRecord(home), 100)
      yield* Effect.forEach(rivals, keys.insert, { discard: true })
      const won = yield* Effect.forEach(rivals, ({ hash }) => redeem(noon, home.organization_id, hash), {
        concurrency: "unbounded"
      })
      expect(won.filter((redeemed) => redeemed).length).toBe(1)
      const redeemed_key_hash = rivals[won.indexOf(true)]?.hash
      expect(yield* current).toEqual(plain([{ ...code, redeemed_at: noon, redeemed_key_hash }]))
    })
  )

  promise("redeems a code until it expires and not from then on", () =>
    Effect.gen(function* () {
      const { code, current, redeem } = yield* stored()
      expect(yield* redeem(after(601))).toBe(false)
      expect(yield* redeem(after(600))).toBe(false)
      expect(yield* current).toEqual(plain([code]))
      expect(yield* redeem(after(599.999))).toBe(true)
    })
  )

  promise("counts failures, all of them when many come at the same moment, and redeems no burnt code", () =>
    Effect.gen(function* () {
      const { code, codes, current, organization, redeem } = yield* stored()
      yield* Effect.replicateEffect(codes.recordFailure(organization, code.hash), 4, { concurrency: "unbounded" })
      expect(yield* current).toEqual(plain([{ ...code, failures: 4 }]))
      yield* codes.recordFailure(organization, code.hash)
      expect(yield* redeem()).toBe(false)
      expect(yield* current).toEqual(plain([{ ...code, failures: 5 }]))
    })
  )

  promise("redeems a code that failed less often than burns it", () =>
    Effect.gen(function* () {
      const { redeem } = yield* stored({ failures: 4 })
      expect(yield* redeem()).toBe(true)
    })
  )

  promise("shows, redeems and counts nothing of another organization's code, nor of one that there is not", () =>
    Effect.gen(function* () {
      const { code, codes, current, home, organization, redeem } = yield* stored()
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* codes.find(other, code.hash))).toEqual([])
      expect(yield* redeem(noon, other)).toBe(false)
      yield* codes.recordFailure(other, code.hash)
      const unknown = yield* aCodeRecord(home)
      yield* codes.recordFailure(organization, unknown.hash)
      expect(plain(yield* codes.find(organization, unknown.hash))).toEqual([])
      expect(yield* current).toEqual(plain([code]))
    })
  )
})
