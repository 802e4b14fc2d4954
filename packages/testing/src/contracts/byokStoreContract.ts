import { expect } from "@effect/vitest"
import { KeyHash, type Provider, UserId } from "@tollgate/core"
import { type ByokChange, type ByokRecord, ByokStore, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { aByokRecord } from "../byok.js"
import { aHome } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"

const shown = Struct.omit("organization_id", "sealed")

const stored = Effect.gen(function* () {
  const credentials = yield* ByokStore
  const home = yield* aHome()
  const next = (provider: Provider) => credentials.nextSortOrder(home.organization_id, home.workspace_id, provider)
  return { credentials, home, next, organization: home.organization_id }
})

/** Promises of every `ByokStore`. */
export const byokStoreContract = contract<ByokStore>("ByokStore", (promise) => {
  promise("gives back a credential as it was stored, without its sealed secret", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      const bare = yield* aByokRecord(home)
      const full = yield* aByokRecord(home, {
        name: "Fallback",
        disabled: true,
        is_fallback: true,
        allowed_models: ["acme/a", "acme/b", "acme/a"],
        allowed_api_key_hashes: [KeyHash.make("f".repeat(64))],
        allowed_user_ids: [UserId.make("ada")],
        sort_order: 1_000_000
      })
      for (const credential of [bare, full]) {
        yield* credentials.insert(credential)
        const found = yield* credentials.find(organization, credential.id)
        expect(plain(found)).toEqual(plain(Option.some(shown(credential))))
      }
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

  promise("does not show another organization's credential, or one that does not exist", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      const credential = yield* aByokRecord(home)
      yield* credentials.insert(credential)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* credentials.find(other, credential.id))).toEqual([])
      const unknown = yield* aByokRecord(home)
      expect(plain(yield* credentials.find(organization, unknown.id))).toEqual([])
    })
  )

  promise(
    "lists credentials by provider, then in their order, then by id: of a workspace, for a provider, or all",
    () =>
      Effect.gen(function* () {
        const { credentials, home, organization } = yield* stored
        const workspaces = yield* WorkspaceStore
        const second = yield* aWorkspaceRecord({ organization_id: organization, slug: "second" })
        yield* workspaces.insert(second)
        const places = [home, { ...home, workspace_id: second.id }]
        const drawn = places.flatMap((place) =>
          (["openai", "anthropic"] as const).flatMap((provider) =>
            [2, 0, 2].map((sort_order) => ({ place, provider, sort_order }))
          )
        )
        const all = yield* Effect.forEach(drawn, ({ place, ...rest }) => aByokRecord(place, rest))
        yield* Effect.forEach(all, credentials.insert)
        yield* Effect.flatMap(aByokRecord(yield* aHome("Other")), credentials.insert)
        const rank = ({ id, provider, sort_order }: ByokRecord) => `${provider} ${sort_order} ${id}`
        const sorted = all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
        for (const workspaceId of [null, home.workspace_id, second.id]) {
          for (const provider of [null, "openai", "anthropic", "mistral"] as const) {
            const expected = sorted.filter(
              (one) =>
                (workspaceId === null || one.workspace_id === workspaceId) &&
                (provider === null || one.provider === provider)
            )
            yield* expectInPages(
              (page) => credentials.list(organization, { workspaceId, provider }, page),
              expected.map((one) => shown(one))
            )
            if (workspaceId !== null && provider !== null) {
              expect(plain(yield* credentials.ofProvider(organization, workspaceId, provider))).toEqual(plain(expected))
            }
          }
        }
      })
  )

  promise(
    "changes only the fields of a patch, including the sealed secret, and never another organization's credential",
    () =>
      Effect.gen(function* () {
        const { credentials, home, organization } = yield* stored
        const credential = yield* aByokRecord(home, { allowed_models: ["acme/a"], sort_order: 3 })
        yield* credentials.insert(credential)
        const other = (yield* aHome("Other")).organization_id
        expect(plain(yield* credentials.update(other, credential.id, { disabled: true }))).toEqual([])
        const changes: ReadonlyArray<ByokChange> = [
          { name: "Renamed", sort_order: 0 },
          { disabled: true, is_fallback: true },
          { label: "sk...yz", sealed: Uint8Array.of(1, 2, 3) },
          { allowed_models: null, allowed_user_ids: [], name: null }
        ]
        let current = credential
        for (const change of changes) {
          current = { ...current, ...change }
          const expected = plain(Option.some(shown(current)))
          expect(plain(yield* credentials.update(organization, credential.id, change))).toEqual(expected)
          expect(plain(yield* credentials.find(organization, credential.id))).toEqual(expected)
          const kept = yield* credentials.ofProvider(organization, home.workspace_id, "openai")
          expect(plain(kept)).toEqual(plain([current]))
        }
      })
  )

  promise("deletes a credential once, with its secret, and never another organization's", () =>
    Effect.gen(function* () {
      const { credentials, home, next, organization } = yield* stored
      const credential = yield* aByokRecord(home, { sort_order: 4 })
      yield* credentials.insert(credential)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* credentials.delete(other, credential.id))).toEqual([])
      expect(plain(yield* credentials.delete(organization, credential.id))).toEqual([credential.id])
      expect(plain(yield* credentials.delete(organization, credential.id))).toEqual([])
      expect(plain(yield* credentials.find(organization, credential.id))).toEqual([])
      expect(yield* credentials.ofProvider(organization, home.workspace_id, "openai")).toEqual([])
      yield* expectInPages((page) => credentials.list(organization, { workspaceId: null, provider: null }, page), [])
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
