import { expect } from "@effect/vitest"
import { SecretKey } from "@tollgate/core"
import { GatewayKeyStore, type ImportedKey, KeyStore, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { aGatewayKeyRecord } from "../gatewayKeys.js"
import { after, noon } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aHome, type Home } from "../organizations.js"
import type { Promised } from "./contract.js"
import { expectNotFound, identity } from "./keySecretPromises.js"
import { plain } from "./plain.js"

const anImport = Effect.fnUntraced(function* (home: Home, overrides: Parameters<typeof aKeyRecord>[1] = {}) {
  const { secret } = yield* aSecret
  const imported: ImportedKey = { record: yield* aKeyRecord(home, overrides), secret }
  return imported
})

/** A secret that begins as no other test's secrets do: prefixes are for all organizations. */
const aForeignSecret = Effect.map(SecretKey.mint("ordinary"), (secret) => {
  const prefix = `sk-${Redacted.value(secret).slice(6, 20)}-`
  return { prefix, secret: Redacted.make(`${prefix}secret`) }
})

/** Promises of every `KeyStore` about keys that another service has issued. */
export const importedKeyPromises = (promise: Promised): void => {
  promise("imports keys that are found by their secrets, and by their hashes not", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const home = yield* aHome()
      const { organization_id, workspace_id } = home
      const imports = [
        yield* anImport(home, { name: "First", external_id: "one" }),
        yield* anImport(home, { name: "Second", disabled: true, created_at: after(1) }),
        yield* anImport(home, { name: "Third", is_management: true, created_at: after(2) })
      ]
      yield* keys.importAll(imports, null)
      for (const { record, secret } of imports) {
        const identified = yield* keys.identify(secret, noon)
        expect(plain(Option.map(identified, identity))).toEqual(plain(Option.some(identity(record))))
        expect(plain(yield* keys.findBySecret(secret, noon))).toEqual(plain(Option.some(record)))
        expect(plain(yield* keys.find(organization_id, record.hash))).toEqual(plain(Option.some(record)))
        yield* expectNotFound(keys, record.hash, noon)
      }
      const [first, second, third] = imports.map(({ record }) => record)
      const page = { limit: 10, offset: 0 }
      const all = { data: [third, second, first], total_count: 3 }
      expect(plain(yield* keys.list(organization_id, page))).toEqual(plain(all))
      expect(plain(yield* keys.list(organization_id, page, { workspace_id }))).toEqual(plain(all))
      const enabled = { data: [third, first], total_count: 2 }
      expect(plain(yield* keys.list(organization_id, page, { disabled: false }))).toEqual(plain(enabled))
      expect(plain(yield* keys.list(organization_id, page, { disabled: false, workspace_id }))).toEqual(plain(enabled))
      expect(yield* keys.externalIdsAmong(organization_id, ["one", "two"])).toEqual(["one"])
      expect(yield* keys.externalIdsAmong((yield* aHome("Other")).organization_id, ["one"])).toEqual([])
    })
  )

  promise("rotates and deletes an imported key as any other", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const home = yield* aHome()
      const { record, secret } = yield* anImport(home)
      yield* keys.importAll([{ record, secret }], null)
      const next = yield* aSecret
      yield* keys.rotate(home.organization_id, record.hash, { ...next, until: after(10) }, noon)
      expect(Option.isSome(yield* keys.identify(secret, after(9)))).toBe(true)
      expect(Option.isSome(yield* keys.identify(next.secret, after(11)))).toBe(true)
      yield* expectNotFound(keys, secret, after(10))
      yield* keys.delete(home.organization_id, record.hash)
      yield* Effect.forEach([secret, next.secret], (one) => expectNotFound(keys, one, noon))
      // Free again.
      expect(yield* keys.secretsAmong([secret, record.hash])).toEqual([])
      yield* keys.importAll([{ record, secret }], null)
    })
  )

  promise("knows the hashes of all secrets and keys, of every organization and of gateways", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const { record, secret } = yield* anImport(yield* aHome())
      const gateway = yield* aGatewayKeyRecord()
      const all = [secret, record.hash, gateway.hash]
      expect(yield* keys.secretsAmong(all)).toEqual([])
      yield* keys.importAll([{ record, secret }], null)
      yield* (yield* GatewayKeyStore).insert(gateway)
      const { secret: absent } = yield* aSecret
      for (const hash of all) expect(yield* keys.secretsAmong([absent, hash])).toEqual([hash])
      expect((yield* keys.secretsAmong([absent, ...all])).toSorted()).toEqual(all.toSorted())
    })
  )

  promise("imports no key of a batch that has a secret or an external id which exists", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const home = yield* aHome()
      const first = yield* anImport(home, { external_id: "one" })
      yield* keys.importAll([first], null)
      const { prefix, secret } = yield* aForeignSecret
      const fresh = yield* anImport(home)
      for (const repeated of [
        { ...(yield* anImport(yield* aHome("Other"))), secret: first.secret },
        yield* anImport(home, { external_id: "one" })
      ]) {
        const done = yield* Effect.exit(keys.importAll([fresh, repeated], prefix))
        expect(Exit.isFailure(done)).toBe(true)
      }
      expect((yield* keys.list(home.organization_id, { limit: 10, offset: 0 })).total_count).toBe(1)
      yield* expectNotFound(keys, fresh.secret, noon)
      expect(yield* keys.isImported(secret)).toBe(false)
    })
  )

  promise("knows at once the prefixes that it has imported", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const home = yield* aHome()
      const { prefix, secret } = yield* aForeignSecret
      expect(yield* keys.isImported(secret)).toBe(false)
      yield* keys.importAll([yield* anImport(home)], prefix)
      yield* keys.importAll([yield* anImport(home)], prefix)
      expect(yield* keys.isImported(secret)).toBe(true)
      expect(yield* keys.isImported(Redacted.make(prefix.slice(0, -1)))).toBe(false)
      expect(yield* keys.isImported(Redacted.make(`x${prefix}`))).toBe(false)
    })
  )

  promise("knows no prefix of an import without keys", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const { prefix, secret } = yield* aForeignSecret
      yield* keys.importAll([], prefix)
      expect(yield* keys.isImported(secret)).toBe(false)
    })
  )

  promise("imports a secret once when two imports meet", () =>
    Effect.gen(function* () {
      const keys = yield* KeyStore
      const transaction = yield* Transaction
      const { secret } = yield* aSecret
      const homes = [yield* aHome("First"), yield* aHome("Second")]
      const imports = yield* Effect.forEach(homes, (home) =>
        Effect.map(aKeyRecord(home), (record) => ({ record, secret }))
      )
      const done = yield* Effect.forEach(
        imports,
        (one) =>
          transaction.run(
            Effect.flatMap(keys.secretsAmong([secret]), ({ length }) =>
              length > 0 ? Effect.succeed("taken") : Effect.as(keys.importAll([one], null), "imported")
            )
          ),
        { concurrency: "unbounded" }
      )
      expect(done.toSorted()).toEqual(["imported", "taken"])
    })
  )
}
