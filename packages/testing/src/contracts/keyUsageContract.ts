import { expect } from "@effect/vitest"
import { GuardrailId, Usd } from "@tollgate/core"
import {
  type HoldName,
  type HoldRecord,
  holdIdAt,
  type KeyRecord,
  KeyStore,
  type ScopeRef,
  SpendingStore,
  type Stores,
  unlimited
} from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"
import { correcting, costing } from "./spending/samples.js"

const scopeOf = ({ hash, organization_id }: KeyRecord): ScopeRef => ({
  organization_id,
  kind: "key",
  guardrail_id: null,
  subject: hash
})

const organizationOf = ({ organization_id }: KeyRecord): ScopeRef => ({
  organization_id,
  kind: "organization",
  guardrail_id: null,
  subject: organization_id
})

/** A key of its own, and acts on its scope at the present time. */
const spender = Effect.gen(function* () {
  const keys = yield* KeyStore
  const store = yield* SpendingStore
  const home = yield* aHome()
  const key = yield* aKeyRecord(home)
  yield* keys.insert(key)
  const now = yield* Clock.currentTimeMillis
  // Those of several spenders at one instant differ.
  const own = Buffer.from(key.organization_id.slice(0, 8), "hex")
  let drawn = 0
  const request = (dollars: number) => {
    drawn += 1
    return {
      terms: {
        id: holdIdAt(now, Uint8Array.of(...own, 0, 0, 0, 0, drawn, 0)),
        organization_id: key.organization_id,
        workspace_id: key.workspace_id,
        key_hash: key.hash,
        user_id: key.creator_user_id,
        models: [],
        provider: null,
        instance: null,
        labels: {},
        asked: Usd.fromNumber(dollars),
        lease_seconds: 600,
        variant: null
      },
      scopes: [scopeOf(key), organizationOf(key)].map((ref) => ({ ref, terms: unlimited, version: null })),
      now
    }
  }
  const nameOf = (id: HoldRecord["id"]): HoldName => ({ id, organization_id: key.organization_id })
  const hold = Effect.fnUntraced(function* (dollars: number) {
    const admission = request(dollars)
    const answer = yield* store.admit({ ...admission, charge: "own", plan: [null], providers: null, dry_run: false })
    expect(answer._tag).toBe("Admitted")
    return nameOf(admission.terms.id)
  })
  const record = (dollars: number, is_byok: boolean) =>
    store.recordUsage({ ...request(dollars), settlement: costing(dollars, { is_byok }), at: now })
  /** What the key has spent in each window, which is the same. */
  const usage = Effect.gen(function* () {
    const [{ byok, own } = expect.fail("The key has no scope.")] = yield* store.scopes([scopeOf(key)], now)
    for (const { spent } of [own, byok]) expect(new Set(Object.values(spent)).size).toBe(1)
    return [own.spent.lifetime, byok.spent.lifetime].map(Usd.toNumber)
  })
  return { hold, home, key, keys, now, record, store, usage }
})

/** Promises of every `SpendingStore` beside the `KeyStore` of the same storage. */
export const keyUsageContract = contract<Stores>("The usage of keys", (promise) => {
  promise("is what was settled and recorded", () =>
    Effect.gen(function* () {
      const { hold, now, record, store, usage } = yield* spender
      const [first, second, third] = [yield* hold(1), yield* hold(2), yield* hold(3)]
      expect(yield* usage).toEqual([0, 0])
      yield* store.settle(first, costing(0.25), now)
      expect(yield* usage).toEqual([0.25, 0])
      yield* store.settle(first, costing(9), now)
      yield* store.release(second, now)
      yield* store.markUnknown(third, null, now)
      expect(yield* usage).toEqual([0.25, 0])
      yield* record(4, true)
      yield* record(5, false)
      expect(yield* usage).toEqual([5.25, 4])
      yield* store.settle(third, costing(7, { is_byok: true }), now)
      expect(yield* usage).toEqual([5.25, 11])
      yield* store.correct(first, correcting(1))
      expect(yield* usage).toEqual([6, 11])
    })
  )

  promise("is set aside by open holds, which are counted and summed over all organizations", () =>
    Effect.gen(function* () {
      const { hold, now, store } = yield* spender
      expect(yield* store.openHolds).toEqual({ count: 0, amount: 0n, oldest: null })
      const [first, second] = [yield* hold(1), yield* hold(2)]
      const opened = yield* Effect.forEach([first, second], (name) => Effect.flatten(store.find(name)))
      const oldest = Math.min(...opened.map(({ opened_at }) => opened_at))
      expect(yield* store.openHolds).toEqual({ count: 2, amount: Usd.fromNumber(3), oldest })
      yield* store.settle(first, costing(0.25), now)
      expect(yield* store.openHolds).toEqual({ count: 1, amount: Usd.fromNumber(2), oldest: opened[1]?.opened_at })
      yield* store.release(second, now)
      expect(yield* store.openHolds).toEqual({ count: 0, amount: 0n, oldest: null })
    })
  )

  promise("is at most what 64 bits can hold: more is not recorded", () =>
    Effect.gen(function* () {
      const { record, usage } = yield* spender
      const tags: Array<string> = []
      for (let n = 0; n < 10; n++) tags.push((yield* record(1_000_000_000, n < 4))._tag)
      expect(tags).toEqual([...Array.from({ length: 9 }, () => "Recorded"), "TooLarge"])
      expect(yield* usage).toEqual([5_000_000_000, 4_000_000_000])
    })
  )

  promise("is set aside by the holds of several organizations beyond what 64 bits can hold", () =>
    Effect.gen(function* () {
      const spenders = [yield* spender, yield* spender, yield* spender]
      const billion = Effect.fnUntraced(function* ({ hold }: (typeof spenders)[number]) {
        for (let n = 0; n < 9; n++) yield* hold(1_000_000_000)
      })
      yield* Effect.forEach(spenders, billion)
      const { amount, count } = yield* (yield* SpendingStore).openHolds
      expect({ amount, count }).toEqual({ amount: Usd.fromNumber(27_000_000_000), count: 27 })
    })
  )

  promise("is read for many keys at once, in the given order, without those that have used nothing", () =>
    Effect.gen(function* () {
      const { home, key, now, record, store } = yield* spender
      const others = yield* Effect.replicateEffect(aKeyRecord(home), 150)
      yield* record(3, false)
      yield* store.setTerms({ ref: scopeOf(others[140] ?? key) }, unlimited, now)
      const refs = [...others, key].map(scopeOf)
      const found = yield* store.scopes(refs, now)
      expect(found.map(({ own, ref }) => [ref, own.spent.lifetime])).toEqual([
        [refs[140], 0n],
        [refs[150], Usd.fromNumber(3)]
      ])
      expect(yield* store.scopes([], now)).toEqual([])
    })
  )

  promise("is found with the key by storage that looks both up together, as it is stored", () =>
    Effect.gen(function* () {
      const { hold, home, key, keys, now, record, store } = yield* spender
      const { findScoped } = keys
      if (findScoped === undefined) return
      // Scopes of another key, and of the same key under a guardrail.
      const guardrail_id = GuardrailId.make("44444444-4444-4444-8444-444444444444")
      for (const ref of [
        scopeOf(yield* aKeyRecord(home)),
        { ...scopeOf(key), kind: "guardrail_key", guardrail_id } as const
      ]) {
        yield* store.setTerms({ ref }, unlimited, now)
      }
      const at = DateTime.unsafeMake(now)
      const stored = Effect.map(store.scopes([scopeOf(key)], now), ([scope = null]) => Option.some({ key, scope }))
      const found = Effect.map(findScoped(key.hash, at), Option.map(Struct.pick("key", "scope")))
      expect((yield* found).pipe(Option.map(({ scope }) => scope))).toEqual(Option.some(null))
      const open = yield* hold(1)
      for (const change of [
        Effect.void,
        store.settle(open, costing(0.25), now),
        record(3, true),
        store.setTerms({ ref: scopeOf(key) }, { ...unlimited, include_byok: true }, now),
        store.prune(now + 400 * 86_400_000)
      ]) {
        yield* change
        expect(plain(yield* found)).toEqual(plain(yield* stored))
      }
    })
  )

  promise("is not lost with a deleted key, whose holds can still be settled", () =>
    Effect.gen(function* () {
      const { hold, key, keys, now, store } = yield* spender
      const open = yield* hold(1)
      yield* keys.delete(key.organization_id, key.hash)
      yield* store.settle(open, costing(0.5), now)
      expect(yield* keys.find(key.organization_id, key.hash)).toEqual(Option.none())
      const [scope] = yield* store.scopes([scopeOf(key)], now)
      expect(scope?.own.spent.lifetime).toBe(Usd.fromNumber(0.5))
    })
  )
})
