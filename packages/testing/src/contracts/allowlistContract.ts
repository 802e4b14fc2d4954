import { expect } from "@effect/vitest"
import { addOrganizationMember, createKey, deleteKey, removeOrganizationMember, UserId } from "@tollgate/core"
import { ByokStore, type Stores } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { aByokRecord } from "../byok.js"
import { aKey } from "../keys.js"
import { aMember } from "../organizations.js"
import { make } from "../TestAccount.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

/** Promises of every storage about the allowlists of credentials. */
export const allowlistContract = contract<Stores>("An allowlist", (promise) => {
  promise("never becomes null by losing its last entry: a key, a user or a model", () =>
    Effect.gen(function* () {
      const credentials = yield* ByokStore
      const { asManager, managementHash, organization, workspace } = yield* make()
      const home = { organization_id: organization.id, workspace_id: workspace.id, owner: organization.owner_user_id }
      const as = Effect.provide(asManager)
      yield* as(addOrganizationMember(aMember("ada")))
      const { data: key } = yield* as(createKey(aKey({ creator_user_id: "ada" })))
      const lists = [
        { allowed_api_key_hashes: [key.hash] },
        { allowed_api_key_hashes: [key.hash, managementHash] },
        { allowed_user_ids: [UserId.make("ada")] },
        { allowed_models: ["acme/writer"] }
      ]
      const stored = yield* Effect.forEach(lists, (list) => aByokRecord(home, list))
      yield* Effect.forEach(stored, credentials.insert)
      const found = Effect.map(
        Effect.forEach(stored, ({ id }) => credentials.find(organization.id, id)),
        plain
      )
      const before = yield* found
      expect((yield* as(removeOrganizationMember("ada"))).disabled_keys).toBe(1)
      yield* as(deleteKey(key.hash))
      // They still name what is gone, and nobody else.
      expect(yield* found).toEqual(before)
      const none = { allowed_api_key_hashes: [], allowed_user_ids: [], allowed_models: [] }
      for (const { id } of stored) yield* credentials.update(organization.id, id, none)
      expect(yield* found).toEqual(
        stored.map(({ sealed: _, organization_id: __, ...shown }) => plain([{ ...shown, ...none }]))
      )
    })
  )
})
