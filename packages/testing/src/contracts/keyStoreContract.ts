import { expect } from "@effect/vitest"
import { type ApiKeyPatch, type KeyHash, Usd } from "@tollgate/core"
import { KeyIdentity, type KeyRecord, KeyStore, KeyUsage, WorkspaceStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after, noon } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aHome } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { plain } from "./plain.js"

const identity = Struct.pick(...Struct.keys(KeyIdentity.fields))

const stored = Effect.gen(function* () {
  const keys = yield* KeyStore
  const home = yield* aHome()
  const key = yield* aKeyRecord(home, { limit: Usd.fromNumber(5), limit_reset: "daily", expires_at: after(60) })
  yield* keys.insert(key)
  return { keys, home, key, organization: home.organization_id }
})

type Keys = Context.Tag.Service<KeyStore>

/** Expects both look-ups by a secret to find a key at an instant. */
const expectFound = (keys: Keys, key: KeyRecord, secret: KeyHash, at: DateTime.Utc) =>
  Effect.gen(function* () {
    const identified = yield* keys.identify(secret, at)
    expect(plain(Option.map(identified, identity))).toEqual(plain(Option.some(identity(key))))
    expect(plain(yield* keys.findBySecret(secret, at))).toEqual(plain(Option.some(key)))
  })

const expectNotFound = (keys: Keys, secret: KeyHash, at: DateTime.Utc) =>
  Effect.gen(function* () {
    expect(plain(yield* keys.identify(secret, at))).toEqual([])
    expect(plain(yield* keys.findBySecret(secret, at))).toEqual([])
  })

/** Promises of every `KeyStore`. */
export const keyStoreContract = contract<KeyStore>("KeyStore", (promise) => {
  promise("gives back the whole key that was stored, to the nano-dollar", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* stored
      const most = Usd.Usd.make(10n ** 18n)
      const counters = KeyUsage.record(KeyUsage.none(0), { usage: most, byok: Usd.Usd.make(1n) }, 0)
      const key = yield* aKeyRecord(home, {
        limit: most,
        limit_reset: "monthly",
        ...counters,
        expires_at: after(0.001)
      })
      yield* keys.insert(key)
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(key)))
    })
  )

  promise("finds a key by its first secret alone, at any time", () =>
    Effect.gen(function* () {
      const { home, key, keys } = yield* stored
      const other = yield* aKeyRecord(home)
      for (const at of [after(-1), after(1e9)]) {
        yield* expectFound(keys, key, key.hash, at)
        yield* expectNotFound(keys, other.hash, at)
      }
    })
  )

  promise("gives a key its next secret, and accepts the current one until its end", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
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
      const { key, keys, organization } = yield* stored
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
      const { key, keys, organization } = yield* stored
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
      const { home, key, keys, organization } = yield* stored
      const other = (yield* aHome("Other")).organization_id
      const next = { ...(yield* aSecret), until: noon }
      const { hash } = yield* aKeyRecord(home)
      expect(plain(yield* keys.rotate(other, key.hash, next, after(1)))).toEqual([])
      expect(plain(yield* keys.rotate(organization, hash, next, after(1)))).toEqual([])
      yield* expectFound(keys, key, key.hash, after(1))
      yield* expectNotFound(keys, next.secret, after(1))
    })
  )

  promise("deletes the secrets of a key with the key", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
      const { label, secret } = yield* aSecret
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
      const { key, keys, organization } = yield* stored
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

  promise("changes only the fields of a patch, and returns the changed key", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
      const patches: ReadonlyArray<ApiKeyPatch> = [
        {},
        { name: "Renamed" },
        { disabled: true },
        { limit: Usd.zero },
        { limit: null },
        { limit_reset: null },
        { limit_reset: "weekly", include_byok_in_limit: true },
        {
          disabled: false,
          name: "Again",
          limit: Usd.Usd.make(1n),
          limit_reset: "monthly",
          include_byok_in_limit: false
        }
      ]
      let current = key
      for (const [index, patch] of patches.entries()) {
        current = { ...current, ...patch, updated_at: after(index) }
        expect(plain(yield* keys.update(organization, key.hash, patch, after(index)))).toEqual(
          plain(Option.some(current))
        )
        expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(current)))
      }
    })
  )

  promise("does not show or change another organization's key", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* keys.find(other, key.hash))).toEqual([])
      expect(plain(yield* keys.update(other, key.hash, { disabled: true }, noon))).toEqual([])
      expect(plain(yield* keys.setUsage(other, key.hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(key)))
    })
  )

  promise("returns none for a key that does not exist", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* stored
      const { hash } = yield* aKeyRecord(home)
      expect(plain(yield* keys.find(organization, hash))).toEqual([])
      expect(plain(yield* keys.update(organization, hash, { name: "x" }, noon))).toEqual([])
      expect(plain(yield* keys.setUsage(organization, hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.find(organization, hash))).toEqual([])
    })
  )

  promise("replaces the counters and nothing else", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
      const spent = { usage: Usd.Usd.make(123_456_789_012_345_678n), byok: Usd.Usd.make(7n) }
      const counters = KeyUsage.record(key, spent, after(86_400).epochMillis)
      const expected = plain(Option.some({ ...key, ...counters }))
      expect(plain(yield* keys.setUsage(organization, key.hash, counters))).toEqual(expected)
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(expected)
    })
  )

  promise("counts only an enabled key of the organization that never expires as another management key", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* stored
      const elsewhere = yield* aHome("Other")
      const first = yield* aKeyRecord(home, { is_management: true })
      const disabled = yield* aKeyRecord(home, { is_management: true, disabled: true })
      const expiring = yield* aKeyRecord(home, { is_management: true, expires_at: after(10) })
      const foreign = yield* aKeyRecord(elsewhere, { is_management: true })
      yield* Effect.forEach([first, disabled, foreign], keys.insert)
      const hasOther = (hash: KeyHash) => keys.hasOtherManagementKey(organization, hash)
      expect(yield* hasOther(first.hash)).toBe(false)
      expect(yield* hasOther(disabled.hash)).toBe(true)
      yield* keys.insert(expiring)
      expect(yield* hasOther(first.hash)).toBe(false)
      yield* keys.update(organization, disabled.hash, { disabled: false }, noon)
      expect(yield* hasOther(first.hash)).toBe(true)
      yield* keys.update(organization, first.hash, { disabled: true }, noon)
      expect(yield* hasOther(disabled.hash)).toBe(false)
    })
  )

  promise("lists keys newest first, then by hash: of all workspaces or of one, with or without the disabled ones", () =>
    Effect.gen(function* () {
      const { home, keys, organization, key: first } = yield* stored
      const workspaces = yield* WorkspaceStore
      const other = yield* aWorkspaceRecord({ organization_id: organization, slug: "other" })
      yield* workspaces.insert(other)
      const places = [home, { ...home, workspace_id: other.id }]
      const added = yield* Effect.forEach(
        places.flatMap((place) =>
          [true, false].flatMap((disabled) => [0, 1, 0, 2].map((at) => ({ place, disabled, at })))
        ),
        ({ at, disabled, place }) => aKeyRecord(place, { disabled, created_at: after(at) })
      )
      yield* Effect.forEach(added, keys.insert)
      yield* Effect.flatMap(aKeyRecord(yield* aHome("Other")), keys.insert)
      // Enabled and disabled while it is stored, and changed in fields that no list depends on.
      yield* keys.update(organization, first.hash, { disabled: true }, noon)
      yield* keys.update(organization, first.hash, { disabled: false }, noon)
      yield* keys.update(organization, first.hash, { name: first.name }, noon)
      const all = newestFirst<KeyRecord>(({ hash }) => hash)([first, ...added])
      for (const workspaceId of [null, home.workspace_id, other.id]) {
        for (const enabledOnly of [false, true]) {
          yield* expectInPages(
            (page) => keys.list(organization, { workspaceId, enabledOnly }, page),
            all.filter(
              ({ disabled, workspace_id }) =>
                (workspaceId === null || workspace_id === workspaceId) && !(enabledOnly && disabled)
            )
          )
        }
      }
    })
  )

  promise("deletes a key once, removes it from the lists, and never deletes another organization's", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* stored
      const management = yield* aKeyRecord(home, { is_management: true })
      yield* keys.insert(management)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* keys.delete(other, key.hash))).toEqual([])
      expect(plain(yield* keys.delete(organization, key.hash))).toEqual([key.hash])
      expect(plain(yield* keys.delete(organization, key.hash))).toEqual([])
      expect(plain(yield* keys.find(organization, key.hash))).toEqual([])
      yield* expectNotFound(keys, key.hash, noon)
      for (const enabledOnly of [false, true]) {
        for (const workspaceId of [null, home.workspace_id]) {
          yield* expectInPages((page) => keys.list(organization, { workspaceId, enabledOnly }, page), [management])
        }
      }
      expect(yield* keys.hasOtherManagementKey(organization, key.hash)).toBe(true)
      expect(plain(yield* keys.delete(organization, management.hash))).toEqual([management.hash])
      expect(yield* keys.hasOtherManagementKey(organization, key.hash)).toBe(false)
    })
  )

  promise("keeps both of two concurrent changes to different fields", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* stored
      const patches: ReadonlyArray<ApiKeyPatch> = [{ name: "Both" }, { limit: null }, { disabled: true }]
      yield* Effect.forEach(patches, (patch) => keys.update(organization, key.hash, patch, noon), {
        concurrency: "unbounded"
      })
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(
        plain(Option.some({ ...key, name: "Both", limit: null, disabled: true }))
      )
    })
  )

  promise("finds many keys of the organization at once, in the given order, each once", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* stored
      const [other, foreign] = [yield* aKeyRecord(home), yield* aKeyRecord(yield* aHome("Other"))]
      for (const one of [other, foreign]) yield* keys.insert(one)
      const unknown = yield* aKeyRecord(home)
      const asked = [other, unknown, key, foreign, other].map(({ hash }) => hash)
      const found = yield* keys.findMany(organization, asked)
      expect(plain(found.map(identity))).toEqual(plain([identity(other), identity(key)]))
      expect(yield* keys.findMany(organization, [])).toEqual([])
    })
  )
})
