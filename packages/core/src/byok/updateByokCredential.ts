import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { defined } from "../defined.js"
import { span } from "../span.js"
import type { ByokPatch } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { ownCredential } from "./ownCredential.js"
import { Vault } from "./Vault.js"

/** Changes a credential; a new secret takes the place of the old one, which is gone. An empty change changes nothing. */
export const updateByokCredential = Effect.fnUntraced(function* (id: string, { key, ...shown }: ByokPatch) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const found = yield* ownCredential(id, (id) => credentials.find(organization_id, id))
  // What a secret is sealed for never changes, so it may be sealed before.
  const secret = key && { label: maskSecret(key), sealed: yield* vault.seal(key, { ...found, organization_id }) }
  const change = { ...defined(shown), ...secret }
  if (Object.keys(change).length === 0) return found
  return yield* ownCredential(id, (id) => credentials.update(organization_id, id, change))
}, span("byok.updateByokCredential"))
