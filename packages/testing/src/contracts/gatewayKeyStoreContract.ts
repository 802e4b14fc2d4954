import { expect } from "@effect/vitest"
import { OrganizationId, StorageFailure } from "@tollgate/core"
import { GatewayKeyStore, KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aGatewayKeyRecord } from "../gatewayKeys.js"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { plain } from "./plain.js"

const everything = { limit: 100, offset: 0 }

const stored = Effect.gen(function* () {
  const keys = yield* GatewayKeyStore
  const home = yield* aHome()
  const one = yield* aGatewayKeyRecord()
  const bound = yield* aGatewayKeyRecord({ organization_id: home.organization_id, created_at: after(1) })
  yield* Effect.forEach([one, bound], keys.insert)
  return { keys, home, one, bound }
})

/** Promises of every `GatewayKeyStore`. */
export const gatewayKeyStoreContract = contract<GatewayKeyStore>("GatewayKeyStore", (promise) => {
  promise("is empty at first", () =>
    Effect.gen(function* () {
      const keys = yield* GatewayKeyStore
      const { hash } = yield* aGatewayKeyRecord()
      expect(yield* keys.find(hash)).toEqual(Option.none())
      expect(yield* keys.delete(hash)).toEqual(Option.none())
      expect(yield* keys.list(everything)).toEqual({ data: [], total_count: 0 })
    })
  )

  promise("gives back keys as they were stored, with and without an organization", () =>
    Effect.gen(function* () {
      const { bound, keys, one } = yield* stored
      expect(plain(yield* keys.find(one.hash))).toEqual(plain(Option.some(one)))
      expect(plain(yield* keys.find(bound.hash))).toEqual(plain(Option.some(bound)))
    })
  )

  promise("lists the keys of all organizations, newest first, then by hash, in pages", () =>
    Effect.gen(function* () {
      const { bound, keys, one } = yield* stored
      const others = yield* Effect.forEach([0, 0, 1, 2, 2], (seconds) =>
        aGatewayKeyRecord({ created_at: after(seconds) })
      )
      yield* Effect.forEach(others, keys.insert)
      yield* expectInPages(keys.list, newestFirst<typeof one>(({ hash }) => hash)([one, bound, ...others]))
    })
  )

  promise("deletes one key", () =>
    Effect.gen(function* () {
      const { bound, keys, one } = yield* stored
      expect(yield* keys.delete(one.hash)).toEqual(Option.some(one.hash))
      expect(yield* keys.delete(one.hash)).toEqual(Option.none())
      expect(yield* keys.find(one.hash)).toEqual(Option.none())
      expect(plain(yield* keys.list(everything))).toEqual(plain({ data: [bound], total_count: 1 }))
    })
  )

  promise("rejects a repeated hash and an organization that does not exist, and keeps what it had", () =>
    Effect.gen(function* () {
      const { bound, keys, one } = yield* stored
      const orphan = yield* aGatewayKeyRecord({
        organization_id: OrganizationId.make("00000000-0000-4000-8000-000000000000")
      })
      for (const record of [{ ...one, label: "again" }, orphan]) {
        const failure = yield* Effect.flip(keys.insert(record))
        expect(failure).toBeInstanceOf(StorageFailure)
        expect(failure.outcome).toBe("none")
      }
      expect(plain(yield* keys.list(everything))).toEqual(plain({ data: [bound, one], total_count: 2 }))
    })
  )

  promise("keeps gateway keys apart from API keys", () =>
    Effect.gen(function* () {
      const { home, keys, one } = yield* stored
      const apiKeys = yield* KeyStore
      const apiKey = yield* aKeyRecord(home)
      yield* apiKeys.insert(apiKey)
      expect(yield* keys.find(apiKey.hash)).toEqual(Option.none())
      expect(yield* apiKeys.identify(one.hash, noon)).toEqual(Option.none())
      expect(yield* apiKeys.find(home.organization_id, one.hash)).toEqual(Option.none())
      const list = yield* apiKeys.list(home.organization_id, everything)
      expect(list.data.map(({ hash }) => hash)).toEqual([apiKey.hash])
    })
  )
})
