import { expect } from "@effect/vitest"
import { type ApiKeyPatch, type KeyHash, Usd } from "@tollgate/core"
import { type KeyRecord, type KeyStore, KeyUsage, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { expectNotFound, identity, keySecretPromises } from "./keySecretPromises.js"
import { plain } from "./plain.js"
import { storedKey } from "./storedKey.js"

/** Promises of every `KeyStore`. */
export const keyStoreContract = contract<KeyStore>("KeyStore", (promise) => {
  promise("gives back the whole key that was stored, to the nano-dollar", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* storedKey
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

  keySecretPromises(promise)

  promise("changes only the fields of a patch, and returns the changed key", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
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
      const { key, keys, organization } = yield* storedKey
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* keys.find(other, key.hash))).toEqual([])
      expect(plain(yield* keys.update(other, key.hash, { disabled: true }, noon))).toEqual([])
      expect(plain(yield* keys.setUsage(other, key.hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(key)))
    })
  )

  promise("returns none for a key that does not exist", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* storedKey
      const { hash } = yield* aKeyRecord(home)
      expect(plain(yield* keys.find(organization, hash))).toEqual([])
      expect(plain(yield* keys.update(organization, hash, { name: "x" }, noon))).toEqual([])
      expect(plain(yield* keys.setUsage(organization, hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.find(organization, hash))).toEqual([])
    })
  )

  promise("replaces the counters and nothing else", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const spent = { usage: Usd.Usd.make(123_456_789_012_345_678n), byok: Usd.Usd.make(7n) }
      const counters = KeyUsage.record(key, spent, after(86_400).epochMillis)
      const expected = plain(Option.some({ ...key, ...counters }))
      expect(plain(yield* keys.setUsage(organization, key.hash, counters))).toEqual(expected)
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(expected)
    })
  )

  promise("counts only an enabled key of the organization that never expires as another management key", () =>
    Effect.gen(function* () {
      const { home, keys, organization } = yield* storedKey
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
      const { home, keys, organization, key: first } = yield* storedKey
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
      const { home, key, keys, organization } = yield* storedKey
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
      const { key, keys, organization } = yield* storedKey
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
      const { home, key, keys, organization } = yield* storedKey
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
