import { expect } from "@effect/vitest"
import type { KeyHash } from "@tollgate/core"
import { KeyIdentity, type KeyRecord, type KeyStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after, noon } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aHome } from "../organizations.js"
import type { Promised } from "./contract.js"
import { plain } from "./plain.js"
import { storedKey } from "./storedKey.js"

/** The fields of a key that identify its caller. */
export const identity = Struct.pick(...Struct.keys(KeyIdentity.fields))

type Keys = Context.Tag.Service<KeyStore>

/** A look-up with the scope, by storage that has one. Otherwise, it is the look-up without. */
const findAlone = ({ findBySecret, findScoped }: Keys, secret: KeyHash, at: DateTime.Utc) =>
  findScoped === undefined
    ? findBySecret(secret, at)
    : Effect.map(
        findScoped(secret, at),
        Option.map(({ key }) => key)
      )

/** Expects the look-ups by a secret to find a key at an instant. */
const expectFound = (keys: Keys, key: KeyRecord, secret: KeyHash, at: DateTime.Utc) =>
  Effect.gen(function* () {
    const identified = yield* keys.identify(secret, at)
    expect(plain(Option.map(identified, identity))).toEqual(plain(Option.some(identity(key))))
    expect(plain(yield* keys.findBySecret(secret, at))).toEqual(plain(Option.some(key)))
    expect(plain(yield* findAlone(keys, secret, at))).toEqual(plain(Option.some(key)))
  })

/** Expects no look-up by a secret to find a key at an instant. */
export const expectNotFound = (keys: Keys, secret: KeyHash, at: DateTime.Utc) =>
  Effect.gen(function* () {
    expect(plain(yield* keys.identify(secret, at))).toEqual([])
    expect(plain(yield* keys.findBySecret(secret, at))).toEqual([])
    expect(plain(yield* findAlone(keys, secret, at))).toEqual([])
  })

/** Promises of every `KeyStore` about the secrets that open a key. */
export const keySecretPromises = (promise: Promised): void => {
  promise("finds a key by its first secret alone, at any time", () =>
    Effect.gen(function* () {
      const { home, key, keys } = yield* storedKey
      const other = yield* aKeyRecord(home)
      for (const at of [after(-1), after(1e9)]) {
        yield* expectFound(keys, key, key.hash, at)
        yield* expectNotFound(keys, other.hash, at)
      }
    })
  )

  promise("gives a key its next secret, and accepts the current one until its end", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const { label, secret } = yield* aSecret
      const rotated = { ...key, label, updated_at: after(1) }
      expect(plain(yield* keys.rotate(organization, key.hash, { secret, label, until: after(10) }, after(1)))).toEqual(
        plain(Option.some(rotated))
      )
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(rotated)))
      yield* expectFound(keys, rotated, key.hash, after(9.999))
      yield* expectNotFound(keys, key.hash, after(10))
      yield* expectFound(keys, rotated, secret, after(10))
      // A secret is no name of a key.
      expect(plain(yield* keys.find(organization, secret))).toEqual([])
    })
  )

  promise("keeps the end of each earlier secret when a key is rotated again", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const [second, third] = [yield* aSecret, yield* aSecret]
      yield* keys.rotate(organization, key.hash, { ...second, until: after(10) }, after(1))
      yield* keys.rotate(organization, key.hash, { ...third, until: after(5) }, after(2))
      const rotated = { ...key, label: third.label, updated_at: after(2) }
      for (const [secret, end] of [
        [key.hash, 10],
        [second.secret, 5]
      ] as const) {
        yield* expectFound(keys, rotated, secret, after(end - 0.001))
        yield* expectNotFound(keys, secret, after(end))
      }
      yield* expectFound(keys, rotated, third.secret, after(1e9))
    })
  )

  promise("removes secrets that have ended when it rotates a key", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const [second, third] = [yield* aSecret, yield* aSecret]
      yield* keys.rotate(organization, key.hash, { ...second, until: after(1) }, after(1))
      yield* keys.rotate(organization, key.hash, { ...third, until: after(10) }, after(2))
      // Also if the clock steps back.
      yield* expectNotFound(keys, key.hash, noon)
      yield* expectFound(keys, { ...key, label: third.label, updated_at: after(2) }, second.secret, noon)
    })
  )

  promise("rotates no key of another organization, and none that does not exist", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const other = (yield* aHome("Other")).organization_id
      const next = { ...(yield* aSecret), until: noon }
      const { hash } = yield* aKeyRecord(home)
      expect(plain(yield* keys.rotate(other, key.hash, next, after(1)))).toEqual([])
      expect(plain(yield* keys.rotate(organization, hash, next, after(1)))).toEqual([])
      yield* expectFound(keys, key, key.hash, after(1))
      yield* expectNotFound(keys, next.secret, after(1))
    })
  )

  promise("deletes the secrets of a key with the key, and never another organization's", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const { label, secret } = yield* aSecret
      yield* keys.delete((yield* aHome("Other")).organization_id, key.hash)
      yield* expectFound(keys, key, key.hash, noon)
      yield* keys.rotate(organization, key.hash, { secret, label, until: after(10) }, noon)
      yield* keys.delete(organization, key.hash)
      yield* Effect.forEach([key.hash, secret], (secret) => expectNotFound(keys, secret, noon))
      yield* keys.insert(key)
      yield* expectFound(keys, key, key.hash, after(10))
      yield* expectNotFound(keys, secret, noon)
    })
  )

  promise("keeps one secret without an end after two concurrent rotations", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const next = [yield* aSecret, yield* aSecret]
      yield* Effect.forEach(next, (next) => keys.rotate(organization, key.hash, { ...next, until: after(10) }, noon), {
        concurrency: "unbounded"
      })
      const secrets = [key.hash, ...next.map(({ secret }) => secret)]
      const found = (at: DateTime.Utc) =>
        Effect.map(
          Effect.forEach(secrets, (secret) => keys.identify(secret, at)),
          (all) => all.filter(Option.isSome).length
        )
      expect(yield* found(noon)).toBe(3)
      expect(yield* found(after(10))).toBe(1)
    })
  )
}
