import { expect } from "@effect/vitest"
import { KeyHash, KeyOrder } from "@tollgate/core"
import { type KeyRecord, type KeySearch, KeyStore, StorageFailure, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import type { Promised } from "./contract.js"
import { plain } from "./plain.js"

/** Keys whose names, labels, external ids and last uses differ, in the order in which they are created. */
const searched = Effect.gen(function* () {
  const keys = yield* KeyStore
  const [home, elsewhere] = [yield* aHome(), yield* aHome("Elsewhere")]
  const fields: ReadonlyArray<Partial<KeyRecord>> = [
    { name: "Build", label: "tg_sk_abc...0001", last_used_at: after(3) },
    { name: "build", label: "tg_sk_ABd...0002", external_id: "Customer-42", disabled: true },
    { name: "100%_\\", label: "tg_sk_x...0003", external_id: "ÄÖ", last_used_at: after(1) },
    { name: "\u{10000}", label: "tg_sk_y...0004", last_used_at: after(2) },
    { name: "\uff5e", label: "tg_sk_z...0005", external_id: "customer-7" }
  ]
  const made = yield* Effect.forEach(fields, (one, index) => aKeyRecord(home, { created_at: after(index), ...one }))
  yield* Effect.forEach([...made, yield* aKeyRecord(elsewhere, { name: "Build" })], keys.insert)
  const list = (search: KeySearch, filter = {}, page = { limit: 100, offset: 0 }) =>
    Effect.map(keys.list(home.organization_id, page, filter, search), ({ data, total_count }) => ({
      found: data.map(({ hash }) => made.findIndex((key) => key.hash === hash)),
      total_count
    }))
  return { elsewhere, home, keys, list, made, organization: home.organization_id }
})

/** Promises of every `KeyStore` about searches and external ids. */
export const keySearchPromises = (promise: Promised): void => {
  promise("finds keys by a part of their name, label or external id, and A to Z in either case", () =>
    Effect.gen(function* () {
      const { list } = yield* searched
      const finds = (q: string, filter = {}) => Effect.map(list({ q }, filter), ({ found }) => found)
      expect(yield* finds("BUILD")).toEqual([1, 0])
      expect(yield* finds("sk_ab")).toEqual([1, 0])
      expect(yield* finds("customer")).toEqual([4, 1])
      expect(yield* finds("Ä")).toEqual([2])
      expect(yield* finds("ä")).toEqual([])
      expect(yield* finds("%_\\")).toEqual([2])
      expect(yield* finds("_s")).toEqual([4, 3, 2, 1, 0])
      expect(yield* finds("build", { disabled: false })).toEqual([0])
      expect(yield* list({ q: "sk", sort: "name" }, {}, { limit: 2, offset: 1 })).toEqual({
        found: [0, 1],
        total_count: 5
      })
      expect(yield* list({ q: "sk" }, {}, { limit: 2, offset: 9 })).toEqual({ found: [], total_count: 5 })
    })
  )

  promise("finds keys by the beginning of their hash, or by their whole name, in one organization", () =>
    Effect.gen(function* () {
      const { elsewhere, home, keys, list, made } = yield* searched
      const [first] = made
      if (first === undefined) throw new Error("No key is stored.")
      const twin = yield* aKeyRecord(home, {
        hash: KeyHash.make(`${first.hash.slice(0, 63)}${first.hash.endsWith("0") ? "1" : "0"}`)
      })
      yield* Effect.forEach([twin, yield* aKeyRecord(elsewhere)], keys.insert)
      const finds = (search: KeySearch, filter = {}) =>
        Effect.map(list(search, filter), ({ found }) => found.toSorted())
      for (const { hash } of made.slice(1)) {
        const own = [made.findIndex((key) => key.hash === hash)]
        expect(yield* finds({ hash_prefix: hash.slice(0, 8) })).toEqual(own)
        expect(yield* finds({ hash_prefix: hash, q: "sk", sort: "name" })).toEqual(own)
      }
      // The twin is none of those that `made` has.
      expect(yield* finds({ hash_prefix: first.hash.slice(0, 63) })).toEqual([-1, 0])
      expect(yield* finds({ hash_prefix: first.hash })).toEqual([0])
      expect(yield* list({ hash_prefix: first.hash.slice(0, 8) }, {}, { limit: 1, offset: 1 })).toMatchObject({
        total_count: 2
      })
      const other = first.hash.slice(0, 7) + (first.hash[7] === "f" ? "e" : "f")
      expect(yield* list({ hash_prefix: other })).toEqual({ found: [], total_count: 0 })
      expect(yield* list({ name: "Build" })).toEqual({ found: [0], total_count: 1 })
      expect(yield* finds({ name: "100%_\\" })).toEqual([2])
      expect(yield* finds({ name: "Buil" })).toEqual([])
      expect(yield* finds({ name: "build" }, { disabled: false })).toEqual([])
      expect(yield* finds({ name: "Build", hash_prefix: made[1]?.hash ?? "" })).toEqual([])
    })
  )

  promise("sorts keys by every order, by code points, those never used last", () =>
    Effect.gen(function* () {
      const { home, list } = yield* searched
      const orders = yield* Effect.forEach(KeyOrder.literals, (sort) =>
        Effect.map(list({ sort }, { workspace_id: home.workspace_id }), ({ found }) => [sort, found] as const)
      )
      const [one, other] = Object.fromEntries(orders)["last_used_at"]?.slice(3) ?? []
      expect([one, other].toSorted()).toEqual([1, 4])
      expect(Object.fromEntries(orders)).toEqual({
        "-created_at": [4, 3, 2, 1, 0],
        created_at: [0, 1, 2, 3, 4],
        name: [2, 0, 1, 4, 3],
        "-name": [3, 4, 1, 0, 2],
        "-last_used_at": [0, 3, 2, other, one],
        last_used_at: [2, 3, 0, one, other]
      })
      expect(yield* list({ sort: "name" }, {}, { limit: 2, offset: 3 })).toEqual({ found: [4, 3], total_count: 5 })
    })
  )

  promise(
    "finds a key by its external id, which is unique in its organization alone, and free once it is given up",
    () =>
      Effect.gen(function* () {
        const { elsewhere, home, keys, made, organization } = yield* searched
        const external_id = "Customer-42"
        const find = (id = external_id, of = organization) => Effect.map(keys.findByExternalId(of, id), plain)
        expect(yield* find()).toEqual(plain([made[1]]))
        expect([yield* find("customer-42"), yield* find(external_id, elsewhere.organization_id)]).toEqual([[], []])
        const next = yield* aKeyRecord(home, { external_id })
        expect(yield* keys.insert(next)).toBe(false)
        expect(plain(yield* keys.find(organization, next.hash))).toEqual([])
        expect(yield* keys.insert(yield* aKeyRecord(elsewhere, { external_id }))).toBe(true)
        const holder = made[1]?.hash ?? next.hash
        yield* keys.update(organization, holder, { external_id: "given up" }, noon)
        expect(yield* keys.insert(next)).toBe(true)
        yield* keys.delete(organization, next.hash)
        yield* keys.update(organization, holder, { external_id }, noon)
        expect(plain(yield* find())).toEqual(plain([{ ...made[1], updated_at: noon }]))
      })
  )

  promise(
    "notes the use of any key at once, also of one that does not exist, and not in the records that it reads now",
    () =>
      Effect.gen(function* () {
        const { home, keys, made, organization } = yield* searched
        const absent = yield* aKeyRecord(home)
        for (const { hash } of [...made, absent]) yield* keys.use(hash, noon)
        expect(
          plain(
            yield* keys.findMany(
              organization,
              made.map(({ hash }) => hash)
            )
          )
        ).toEqual(plain(made))
      })
  )

  promise("fails to give a key the external id of another one, and changes nothing", () =>
    Effect.gen(function* () {
      const { keys, made, organization } = yield* searched
      const transaction = yield* Transaction
      const [first] = made
      if (first === undefined) throw new Error("No key is stored.")
      const update = keys.update(organization, first.hash, { external_id: "Customer-42", name: "Other" }, noon)
      expect(yield* Effect.flip(update)).toBeInstanceOf(StorageFailure)
      expect(yield* Effect.flip(transaction.run(update))).toBeInstanceOf(StorageFailure)
      expect(plain(yield* keys.find(organization, first.hash))).toEqual(plain(Option.some(first)))
    })
  )
}
