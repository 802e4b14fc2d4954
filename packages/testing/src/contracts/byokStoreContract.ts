import { expect } from "@effect/vitest"
import { KeyHash, type Provider, UserId } from "@tollgate/core"
import { ByokStore, WorkspaceStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { aByokRecord } from "../byok.js"
import { aHome } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const shown = Struct.omit("organization_id", "sealed")

const stored = Effect.gen(function* () {
  const credentials = yield* ByokStore
  const home = yield* aHome()
  const next = (provider: Provider) => credentials.nextSortOrder(home.organization_id, home.workspace_id, provider)
  return { credentials, home, next, organization: home.organization_id }
})

/** What every `ByokStore` promises. */
export const byokStoreContract = contract("ByokStore", (promise) => {
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

  promise("keeps an empty allowlist apart from none", () =>
    Effect.gen(function* () {
      const { credentials, home, organization } = yield* stored
      const nobody = yield* aByokRecord(home, {
        allowed_models: [],
        allowed_api_key_hashes: [],
        allowed_user_ids: []
      })
      yield* credentials.insert(nobody)
      const found = yield* Effect.flatten(credentials.find(organization, nobody.id))
      expect([found.allowed_models, found.allowed_api_key_hashes, found.allowed_user_ids]).toEqual([[], [], []])
    })
  )

  promise("shows nothing of another organization's credential, nor of one that there is not", () =>
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

  promise("goes on behind the last of a provider's credentials in the workspace", () =>
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

  promise("counts each workspace and each organization for itself", () =>
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
