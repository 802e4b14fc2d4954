import { describe, expect } from "@effect/vitest"
import {
  authenticate,
  authenticateGateway,
  createGatewayKey,
  deleteGatewayKey,
  GatewayKeyNotFound,
  InvalidCredential,
  identifyKey,
  listGatewayKeys,
  listKeys,
  OrganizationId,
  OrganizationNotFound,
  SecretKey
} from "@tollgate/core"
import { GatewayKeyStore, KeyStore } from "@tollgate/core/storage"
import { DateTime, Effect, Redacted, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const everything = { limit: 50, offset: 0 }
const forAll = { organization_id: null }

describe("Gateway keys", () => {
  inMemory("are created for one organization or for all, and found by their secrets alone", () =>
    Effect.gen(function* () {
      const { organization } = yield* openAccount()
      const all = yield* createGatewayKey(forAll)
      yield* TestClock.adjust("1 second")
      const one = yield* createGatewayKey({ organization_id: organization.id })
      expect(Redacted.value(all.key)).toMatch(/^tg_gk_[0-9A-Za-z]{49}$/)
      expect(all.data).toEqual({
        hash: SecretKey.hash(all.key),
        label: SecretKey.mask(all.key),
        organization_id: null,
        created_at: DateTime.unsafeMake(0)
      })
      expect(yield* authenticateGateway(all.key)).toEqual({ organizationId: null, keyHash: all.data.hash })
      expect(yield* authenticateGateway(one.key)).toEqual({ organizationId: organization.id, keyHash: one.data.hash })
      expect(yield* listGatewayKeys(everything)).toEqual({ data: [one.data, all.data], total_count: 2 })
    })
  )

  inMemory("are refused for an organization that does not exist", () =>
    Effect.gen(function* () {
      const id = OrganizationId.make("3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10")
      expect(yield* Effect.flip(createGatewayKey({ organization_id: id }))).toEqual(
        new OrganizationNotFound({ short_id: "3f0e3a4e" })
      )
      expect(yield* listGatewayKeys(everything)).toEqual({ data: [], total_count: 0 })
    })
  )

  inMemory("are refused from the next request on once they are deleted", () =>
    Effect.gen(function* () {
      const { data, key } = yield* createGatewayKey(forAll)
      expect(yield* deleteGatewayKey(data.hash)).toEqual({ deleted: true })
      expect(yield* Effect.flip(authenticateGateway(key))).toEqual(new InvalidCredential())
      const short_hash = data.hash.slice(0, 12)
      expect(yield* Effect.flip(deleteGatewayKey(data.hash))).toEqual(new GatewayKeyNotFound({ short_hash }))
      expect(yield* Effect.flip(deleteGatewayKey("no hash"))).toEqual(new GatewayKeyNotFound({ short_hash: null }))
    })
  )

  inMemory("open nothing of an account, and API keys nothing of a gateway", () =>
    Effect.gen(function* () {
      const { asManager, managementHash, managementKey, ordinaryHash, ordinaryKey } = yield* openAccount()
      const { data, key } = yield* createGatewayKey(forAll)
      const unknown = yield* SecretKey.mint("gateway")
      const hash = Redacted.make<string>(data.hash)
      expect(yield* Effect.flip(authenticate(key))).toEqual(new InvalidCredential())
      expect(yield* Effect.flip(identifyKey(key))).toEqual(new InvalidCredential())
      for (const secret of [managementKey, ordinaryKey, unknown, hash, Redacted.make(`${Redacted.value(key)}x`)]) {
        expect(yield* Effect.flip(authenticateGateway(secret))).toEqual(new InvalidCredential())
      }
      const listed = yield* asManager(listKeys({ ...everything, include_disabled: true }))
      expect(listed.data.map(({ hash }) => hash).toSorted()).toEqual([managementHash, ordinaryHash].toSorted())
    })
  )

  inMemory("are looked up once, in their own table", () =>
    Effect.gen(function* () {
      const { managementKey, ordinaryKey } = yield* openAccount()
      const { key } = yield* createGatewayKey(forAll)
      const looked: Array<string> = []
      const [apiKeys, gatewayKeys] = [yield* KeyStore, yield* GatewayKeyStore]
      const watch = <A, E, R>(program: Effect.Effect<A, E, R>) =>
        Effect.ignore(program).pipe(
          Effect.provideService(KeyStore, {
            ...apiKeys,
            identify: (hash, at) => {
              looked.push("API keys")
              return apiKeys.identify(hash, at)
            }
          }),
          Effect.provideService(GatewayKeyStore, {
            ...gatewayKeys,
            find: (hash) => {
              looked.push("gateway keys")
              return gatewayKeys.find(hash)
            }
          })
        )
      yield* watch(authenticate(key))
      yield* watch(authenticateGateway(managementKey))
      yield* watch(authenticateGateway(Redacted.make("tg_gk_nonsense")))
      expect(looked).toEqual([])
      yield* watch(authenticateGateway(key))
      yield* watch(authenticate(ordinaryKey))
      expect(looked).toEqual(["gateway keys", "API keys"])
    })
  )
})
