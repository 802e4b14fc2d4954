import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import type { ByokCredentialPatch } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { requireCredential } from "./requireCredential.js"
import { Vault } from "./Vault.js"

/** Changes a credential; a new secret takes the place of the old one, which is gone. An empty change changes nothing. */
export const updateByokCredential = Effect.fnUntraced(function* (id: string, { key, ...shown }: ByokCredentialPatch) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const found = yield* requireCredential(id, (id) => credentials.find(organization_id, id))
  // What a secret is sealed for never changes, so it may be sealed before.
  const secret = key && { label: maskSecret(key), sealed: yield* vault.seal(key, { ...found, organization_id }) }
  const change = { ...omitUndefined(shown), ...secret }
  if (Object.keys(change).length === 0) return found
  return yield* requireCredential(id, (id) => credentials.update(organization_id, id, change))
}, withSpan("byok.updateByokCredential"))
