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

/** Promises of every `AuthorizationCodeStore`. */
export const authorizationCodeStoreContract = contract<AuthorizationCodeStore>("AuthorizationCodeStore", (promise) => {
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

  promise("deletes the codes of a workspace, and none of another organization", () =>
    Effect.gen(function* () {
      const { codes, current, home, organization } = yield* stored()
      yield* codes.deleteOf((yield* aHome("Other")).organization_id, home.workspace_id)
      expect(yield* current).not.toEqual([])
      yield* codes.deleteOf(organization, home.workspace_id)
      expect(yield* current).toEqual([])
    })
  )

  promise("revokes the unused codes of users, in a workspace or in all, and none of another organization", () =>
    Effect.gen(function* () {
      const user = UserId.make("ada")
      const { codes, home, organization, redeem, code } = yield* stored({ user_id: user })
      const other = yield* aHome("Other")
      const insert = (overrides: Partial<AuthorizationCodeRecord>) =>
        Effect.tap(aCodeRecord(home, overrides), codes.insert)
      const [elsewhere, ofBob] = [yield* insert({ user_id: user }), yield* insert({ user_id: UserId.make("bob") })]
      const left = Effect.filter([code, elsewhere, ofBob], ({ hash }) =>
        Effect.map(codes.find(organization, hash), Option.isSome)
      )
      yield* codes.revoke(other.organization_id, [user], null)
      yield* codes.revoke(organization, [user], other.workspace_id)
      yield* codes.revoke(organization, [], null)
      expect(yield* left).toEqual([code, elsewhere, ofBob])
      expect(yield* redeem()).toBe(true)
      yield* codes.revoke(organization, [user], home.workspace_id)
      expect(yield* left).toEqual([code, ofBob])
      yield* codes.revoke(organization, [user, UserId.make("bob")], null)
      expect(yield* left).toEqual([code])
    })
  )

  promise("redeems a code once, and stores when and for which key", () =>
    Effect.gen(function* () {
      const { code, current, key, redeem } = yield* stored()
      expect(yield* redeem(after(1))).toBe(true)
      expect(yield* redeem(after(2))).toBe(false)
      expect(yield* current).toEqual(plain([{ ...code, redeemed_at: after(1), redeemed_key_hash: key.hash }]))
    })
  )

  promise("lets one of a hundred concurrent calls redeem a code", () =>
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

  promise("redeems a code until it expires, and not afterwards", () =>
    Effect.gen(function* () {
      const { code, current, redeem } = yield* stored()
      expect(yield* redeem(after(601))).toBe(false)
      expect(yield* redeem(after(600))).toBe(false)
      expect(yield* current).toEqual(plain([code]))
      expect(yield* redeem(after(599.999))).toBe(true)
    })
  )

  promise("counts the failed attempts up to the given number, and does not redeem a burnt code", () =>
    Effect.gen(function* () {
      const { code, codes, current, organization, redeem } = yield* stored()
      const failed = (atLeast: number) => codes.recordFailures(organization, code.hash, atLeast)
      yield* Effect.forEach([1, 4, 2, 4, 3], failed, { concurrency: "unbounded" })
      expect(yield* current).toEqual(plain([{ ...code, failures: 4 }]))
      yield* failed(5)
      expect(yield* redeem()).toBe(false)
      expect(yield* current).toEqual(plain([{ ...code, failures: 5 }]))
    })
  )

  promise("redeems a code with fewer failures than burn it", () =>
    Effect.gen(function* () {
      const { redeem } = yield* stored({ failures: 4 })
      expect(yield* redeem()).toBe(true)
    })
  )

  promise("does not show, redeem or count another organization's code, or one that does not exist", () =>
    Effect.gen(function* () {
      const { code, codes, current, home, organization, redeem } = yield* stored()
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* codes.find(other, code.hash))).toEqual([])
      expect(yield* redeem(noon, other)).toBe(false)
      yield* codes.recordFailures(other, code.hash, 5)
      const unknown = yield* aCodeRecord(home)
      yield* codes.recordFailures(organization, unknown.hash, 5)
      expect(plain(yield* codes.find(organization, unknown.hash))).toEqual([])
      expect(yield* current).toEqual(plain([code]))
    })
  )

  promise("deletes only codes that expired before an instant, used or not, of every organization", () =>
    Effect.gen(function* () {
      const { code, codes, current, organization, redeem } = yield* stored()
      expect(yield* redeem()).toBe(true)
      const other = yield* aHome("Other")
      const theirs = yield* aCodeRecord(other, { expires_at: after(599.999) })
      const alive = yield* aCodeRecord(other, { expires_at: after(601) })
      yield* Effect.forEach([theirs, alive], codes.insert)
      expect(yield* codes.deleteExpired(after(600), 100)).toBe(1)
      expect(plain(yield* codes.find(other.organization_id, theirs.hash))).toEqual([])
      expect(plain(yield* current)).toMatchObject([{ hash: code.hash }])
      expect(yield* codes.deleteExpired(after(600.001), 100)).toBe(1)
      expect(yield* codes.deleteExpired(after(600.001), 100)).toBe(0)
      expect(plain(yield* codes.find(organization, code.hash))).toEqual([])
      expect(plain(yield* codes.find(other.organization_id, alive.hash))).toEqual(plain([alive]))
    })
  )

  promise("deletes at most the given number of expired codes, the longest expired first", () =>
    Effect.gen(function* () {
      const { codes, home, organization } = yield* stored({ expires_at: after(100) })
      const old = yield* Effect.forEach([3, 0, 4, 1, 2], (second) =>
        aCodeRecord(home, { expires_at: after(second), key_name: String(second) })
      )
      yield* Effect.forEach(old, codes.insert)
      const left = Effect.map(
        Effect.forEach(old, ({ hash }) => codes.find(organization, hash)),
        (found) => found.flatMap(Option.toArray).map(({ key_name }) => key_name)
      )
      expect(yield* codes.deleteExpired(after(50), 2)).toBe(2)
      expect((yield* left).toSorted()).toEqual(["2", "3", "4"])
      expect(yield* codes.deleteExpired(after(50), 2)).toBe(2)
      expect(yield* left).toEqual(["4"])
      expect(yield* codes.deleteExpired(after(50), 2)).toBe(1)
    })
  )
})
