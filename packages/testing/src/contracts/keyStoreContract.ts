import { expect } from "@effect/vitest"
import { type ApiKeyPatch, Usd } from "@tollgate/core"
import { KeyStore, keyRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"
import { enabledKeyPromises } from "./enabledKeyPromises.js"
import { importedKeyPromises } from "./importedKeyPromises.js"
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
      max_in_flight: 1_000_000_000,
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
  enabledKeyPromises(promise)

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
