import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { manager } from "../Caller.js"
import * as Entropy from "../Entropy.js"
import { Transaction } from "../Transaction.js"
import { ownWorkspace } from "../workspaces/ownWorkspace.js"
import { type ByokCredential, ByokId, type NewByokCredential } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { Vault } from "./Vault.js"

/** Stores a provider credential, sealed. Without a `sort_order` it goes behind the provider's others. */
export const createByokKey = Effect.fn("byok.createByokKey")(function* (input: NewByokCredential) {
  const { organizationId } = yield* manager
  const workspace_id = yield* ownWorkspace(input.workspace_id)
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const { run } = yield* Transaction
  const id = ByokId.make(yield* Entropy.uuid)
  const { key, provider } = input
  const sealed = yield* vault.seal(key, { organization_id: organizationId, workspace_id, id, provider })
  const created_at = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const last = credentials.nextSortOrder(organizationId, workspace_id, provider)
      const credential: ByokCredential = {
        ...Struct.pick(input, "name", "disabled", "is_fallback", "allowed_models"),
        ...Struct.pick(input, "allowed_api_key_hashes", "allowed_user_ids"),
        id,
        provider,
        workspace_id,
        label: maskSecret(key),
        sort_order: input.sort_order ?? (yield* last),
        created_at
      }
      yield* credentials.insert({ ...credential, organization_id: organizationId, sealed })
      return credential
    })
  )
})
