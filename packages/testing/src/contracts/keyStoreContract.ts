import { expect } from "@effect/vitest"
import { type ApiKeyPatch, type KeyHash, Usd, UserId } from "@tollgate/core"
import { type KeyRecord, KeyStore, KeyUsage, keyRecords } from "@tollgate/core/storage"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { importedKeyPromises } from "./importedKeyPromises.js"
import { expectInPages } from "./inPages.js"
import { keySearchPromises } from "./keySearchPromises.js"
import { keySecretPromises } from "./keySecretPromises.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"
import { storedKey } from "./storedKey.js"

const most = Usd.Usd.make(10n ** 18n)

/** Promises of every `KeyStore`. */
export const keyStoreContract = contract<KeyStore>("KeyStore", (promise) => {
  recordPromises(promise, keyRecords, {
    noun: "key",
    store: Effect.map(KeyStore, (keys) => ({
      ...keys,
      update: (organization, hash, { updated_at = noon, ...patch }) =>
        keys.update(organization, hash, patch, updated_at)
    })),
    make: (home, overrides) =>
      aKeyRecord(home, {
        limit: most,
        limit_reset: "monthly",
        ...KeyUsage.record(KeyUsage.none(0), { usage: most, byok: Usd.Usd.make(1n) }, 0),
        expires_at: after(0.001),
        ...overrides
      }),
    refs: ({ hash }) => [hash],
    changes: {
      name: "Changed",
      disabled: true,
      limit: Usd.zero,
      limit_reset: null,
      include_byok_in_limit: true,
      expires_at: after(7),
      metadata: { team: "docs", "": "", "naïve 𝕏": "\u00e9" },
      external_id: "external",
      updated_at: noon
    },
    listed: [0, 1, 0, 2].flatMap((seconds) =>
      [true, false].map((disabled) => ({ disabled, created_at: after(seconds) }))
    ),
    canFilter: ({ disabled }) => disabled !== true
  })

  promise("knows the organization of a key by its hash, until the key is deleted", () =>
    Effect.gen(function* () {
      const { key, keys, organization } = yield* storedKey
      const absent = (yield* aKeyRecord(yield* aHome("Other"))).hash
      expect(yield* keys.organizationOf(key.hash)).toEqual(Option.some(organization))
      expect(yield* keys.organizationOf(absent)).toEqual(Option.none())
      yield* keys.delete(organization, key.hash)
      expect(yield* keys.organizationOf(key.hash)).toEqual(Option.none())
    })
  )

  keySecretPromises(promise)
  importedKeyPromises(promise)
  keySearchPromises(promise)

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
        { expires_at: null, metadata: { team: "docs" } },
        { expires_at: after(90), external_id: "one" },
        { metadata: {}, external_id: null },
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

  promise("counts nothing for another organization's key, or for one that does not exist", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const other = (yield* aHome("Other")).organization_id
      const { hash } = yield* aKeyRecord(home)
      expect(plain(yield* keys.setUsage(other, key.hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.setUsage(organization, hash, KeyUsage.none(0)))).toEqual([])
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain(Option.some(key)))
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

  promise("says whether a workspace has an enabled key that has not expired", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const elsewhere = yield* aHome("Other")
      const has = (at: DateTime.Utc, organizationId = organization) =>
        keys.hasActiveIn(organizationId, home.workspace_id, at)
      expect([yield* has(noon), yield* has(noon, elsewhere.organization_id)]).toEqual([true, false])
      expect(yield* keys.hasActiveIn(elsewhere.organization_id, elsewhere.workspace_id, noon)).toBe(false)
      yield* keys.update(organization, key.hash, { disabled: true }, noon)
      expect(yield* has(noon)).toBe(false)
      yield* keys.insert(yield* aKeyRecord(home, { expires_at: after(10) }))
      expect([yield* has(after(9.999)), yield* has(after(10))]).toEqual([true, false])
    })
  )

  promise("lists the enabled keys of a user by hash, and none of another user or organization", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const elsewhere = yield* aHome("Other")
      const more = yield* Effect.replicateEffect(aKeyRecord(home), 3)
      const others = [
        yield* aKeyRecord(home, { disabled: true }),
        yield* aKeyRecord(home, { creator_user_id: UserId.make("ada") }),
        yield* aKeyRecord(elsewhere)
      ]
      yield* Effect.forEach([...more, ...others], keys.insert)
      const all = [key, ...more].toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
      expect(plain(yield* keys.listEnabledOf(organization, key.creator_user_id))).toEqual(plain(all))
      expect(yield* keys.listEnabledOf(organization, UserId.make("nobody"))).toEqual([])
    })
  )

  promise("disables the enabled keys of a user at once, and no key of another user or organization", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const user = UserId.make("ada")
      const theirs = [
        yield* aKeyRecord(home, { creator_user_id: user, is_management: true }),
        yield* aKeyRecord(home, { creator_user_id: user, limit_reset: "daily" })
      ].toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
      const elsewhere = yield* aKeyRecord(yield* aHome("Other"), { creator_user_id: user })
      yield* Effect.forEach([...theirs, elsewhere], keys.insert)
      const { workspace_id } = key
      const enabled = Effect.forEach([{}, { workspace_id }], (filter) =>
        Effect.map(
          keys.list(organization, { limit: 10, offset: 0 }, { ...filter, disabled: false }),
          ({ total_count }) => total_count
        )
      )
      expect(yield* enabled).toEqual([3, 3])
      expect(yield* keys.disableAllOf(organization, user, noon)).toEqual(
        theirs.map(({ expires_at, hash, is_management }) => ({ hash, is_management, expires_at }))
      )
      const disabled = theirs.map((key) => ({ ...key, disabled: true, updated_at: noon }))
      expect(
        plain(
          yield* keys.findMany(
            organization,
            theirs.map(({ hash }) => hash)
          )
        )
      ).toEqual(plain(disabled))
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain([key]))
      expect(plain(yield* keys.find(elsewhere.organization_id, elsewhere.hash))).toEqual(plain([elsewhere]))
      expect(yield* keys.disableAllOf(organization, user, noon)).toEqual([])
      expect(yield* enabled).toEqual([1, 1])
      yield* keys.disableAllOf(organization, key.creator_user_id, noon)
      expect(yield* enabled).toEqual([0, 0])
      yield* keys.update(organization, key.hash, { disabled: false }, noon)
      expect(yield* enabled).toEqual([1, 1])
    })
  )

  promise("lists a key among the enabled ones after it was disabled and enabled again", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const other = yield* aKeyRecord(home, { created_at: after(-1) })
      yield* keys.insert(other)
      const inEach = (expected: ReadonlyArray<KeyRecord>) =>
        Effect.forEach([undefined, home.workspace_id], (workspace_id) =>
          expectInPages((page) => keys.list(organization, page, { workspace_id, disabled: false }), expected)
        )
      yield* keys.update(organization, key.hash, { disabled: true }, noon)
      yield* inEach([other])
      yield* keys.update(organization, key.hash, { disabled: false }, noon)
      yield* keys.update(organization, key.hash, { name: key.name }, noon)
      yield* inEach([key, other])
    })
  )

  promise("no longer counts a deleted key as another management key", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const management = yield* aKeyRecord(home, { is_management: true })
      yield* keys.insert(management)
      expect(yield* keys.hasOtherManagementKey(organization, key.hash)).toBe(true)
      yield* keys.delete(organization, management.hash)
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
})
