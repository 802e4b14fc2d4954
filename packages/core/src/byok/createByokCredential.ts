import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { Entropy } from "../Entropy.js"
import { span } from "../span.js"
import { Transaction } from "../Transaction.js"
import { workspaceFor } from "../workspaces/workspaceFor.js"
import { type ByokCredential, ByokId, type NewByokCredential } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { Vault } from "./Vault.js"

/** Stores a provider credential, sealed. Without a `sort_order` it goes behind the provider's others. */
export const createByokCredential = Effect.fnUntraced(function* (input: NewByokCredential) {
  const caller = yield* ManagementCaller
  const { organizationId: organization_id } = caller
  const { key, sort_order, workspace_id: stated, ...shown } = input
  const workspace_id = yield* workspaceFor(caller, stated)
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const transaction = yield* Transaction
  const id = ByokId.make(yield* Entropy.uuid)
  const sealed = yield* vault.seal(key, { organization_id, workspace_id, id, provider: input.provider })
  const created_at = yield* DateTime.now
  return yield* transaction.run(
    Effect.gen(function* () {
      const last = credentials.nextSortOrder(organization_id, workspace_id, input.provider)
      const credential: ByokCredential = {
        ...shown,
        id,
        workspace_id,
        label: maskSecret(key),
        sort_order: sort_order ?? (yield* last),
        created_at
      }
      yield* credentials.insert({ ...credential, organization_id, sealed })
      return credential
    })
  )
}, span("byok.createByokCredential"))
