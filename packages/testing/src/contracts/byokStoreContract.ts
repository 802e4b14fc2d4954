import { expect } from "@effect/vitest"
import { KeyHash, type Provider } from "@tollgate/core"
import { ByokStore, byokRecords, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { aByokRecord } from "../byok.js"
import { aHome } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const shown = Struct.omit("organization_id", "sealed")

const stored = Effect.gen(function* () {
  const credentials = yield* ByokStore
  const home = yield* aHome()
  const next = (provider: Provider) => credentials.nextSortOrder(home.organization_id, home.workspace_id, provider)
  return { credentials, home, next, organization: home.organization_id }
})

/** Promises of every `ByokStore`. */
export const byokStoreContract = contract<ByokStore>("ByokStore", (promise) => {
  recordPromises(promise, byokRecords, {
    noun: "provider credential",
    store: ByokStore,
    make: aByokRecord,
    refs: ({ id }) => [id],
    changes: {
      label: "sk...yz",
      sealed: Uint8Array.of(1, 2, 3),
      name: "Changed",
      disabled: true,
      is_fallback: true,
      allowed_models: ["acme/a", "acme/b", "acme/a"],
      allowed_api_key_hashes: [KeyHash.make("f".repeat(64))],
      allowed_user_ids: [],
      sort_order: 1_000_000
    },
    listed: (["openai", "anthropic"] as const).flatMap((provider) =>
      [2, 0, 2].map((sort_order) => ({ provider, sort_order }))
    )
  })

  promise("returns a provider's credentials in the workspace in their order, with their sealed secrets", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      const all = yield* Effect.forEach([3, 1, 2], (sort_order) => aByokRecord(home, { sort_order }))
      for (const record of [...all, yield* aByokRecord(home, { provider: "mistral" })])
        yield* credentials.insert(record)
      yield* Effect.flatMap(aByokRecord(yield* aHome("Other")), credentials.insert)
      const changed = { sealed: Uint8Array.of(1, 2, 3), label: "sk...yz", sort_order: 0 }
      const current = all.map((one, index) => (index === 0 ? { ...one, ...changed } : one))
      for (const { id } of all.slice(0, 1)) yield* credentials.update(organization, id, changed)
      expect(plain(yield* credentials.ofProvider(organization, home.workspace_id, "openai"))).toEqual(plain(current))
    })
  )

  promise("distinguishes an empty allowlist from none", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      const closed = yield* aByokRecord(home, {
        allowed_models: [],
        allowed_api_key_hashes: [],
        allowed_user_ids: []
      })
      yield* credentials.insert(closed)
      const found = yield* Effect.flatten(credentials.find(organization, closed.id))
      expect([found.allowed_models, found.allowed_api_key_hashes, found.allowed_user_ids]).toEqual([[], [], []])
    })
  )

  promise("deletes a credential once, with its secret, and never another organization's", () =>
    Effect.gen(function* () {
      const { credentials, home, next, organization } = yield* stored
      const credential = yield* aByokRecord(home, { sort_order: 4 })
      yield* credentials.insert(credential)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* credentials.delete(other, credential.id))).toEqual([])
      expect(plain(yield* credentials.delete(organization, credential.id))).toEqual(plain([shown(credential)]))
      expect(plain(yield* credentials.delete(organization, credential.id))).toEqual([])
      expect(plain(yield* credentials.find(organization, credential.id))).toEqual([])
      expect(yield* credentials.ofProvider(organization, home.workspace_id, "openai")).toEqual([])
      yield* expectInPages((page) => credentials.list(organization, page), [])
      expect(yield* next("openai")).toBe(0)
    })
  )

  promise("returns the next sort order of a provider's credentials in the workspace", () =>
    Effect.gen(function* () {
      const { credentials, home, next } = yield* stored
      expect(yield* next("openai")).toBe(0)
      yield* Effect.flatMap(aByokRecord(home, { sort_order: 7 }), credentials.insert)
      expect(yield* next("openai")).toBe(8)
      yield* Effect.flatMap(aByokRecord(home, { sort_order: 3 }), credentials.insert)
      expect(yield* next("openai")).toBe(8)
      expect(yield* next("anthropic")).toBe(0)
    })
  )

  promise("counts each workspace and each organization separately", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      yield* Effect.flatMap(aByokRecord(home, { sort_order: 7 }), credentials.insert)
      const workspaces = yield* WorkspaceStore
      const second = yield* aWorkspaceRecord({ organization_id: organization, slug: "second" })
      yield* workspaces.insert(second)
      expect(yield* credentials.nextSortOrder(organization, second.id, "openai")).toBe(0)
      const other = (yield* aHome("Other")).organization_id
      expect(yield* credentials.nextSortOrder(other, home.workspace_id, "openai")).toBe(0)
    })
  )
})
