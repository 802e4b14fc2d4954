import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { hasValues } from "../records/hasValues.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { omitUndefined } from "../schema/omitUndefined.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import type { ByokCredentialPatch } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { isForgotten } from "./forgotten.js"
import { maskSecret } from "./maskSecret.js"
import { requireCredential } from "./requireCredential.js"
import { Vault } from "./Vault.js"

const withoutSecret = new InvalidInput({
  issues: [
    { path: ["key"], expected: "the provider's secret, because that of the credential was lost with the master key" }
  ]
})

/**
 * Changes a credential. Absent fields stay as they are; a new secret replaces the old one. Fails with `ByokNotFound`, and with `InvalidInput`
 * if a credential is enabled whose secret was forgotten.
 */
export const updateByokCredential = Effect.fnUntraced(function* (id: string, { key, ...shown }: ByokCredentialPatch) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const found = yield* requireCredential(id, (id) => credentials.find(organization_id, id))
  yield* about({ object: found.id })
  if (shown.disabled === false && found.disabled && key === undefined) {
    const all = yield* credentials.ofProvider(organization_id, found.workspace_id, found.provider)
    if (all.some(({ id, sealed }) => id === found.id && isForgotten(sealed))) return yield* withoutSecret
  }
  // The associated data never changes, so sealing can happen before the update.
  const secret = key && { label: maskSecret(key), sealed: yield* vault.seal(key, { ...found, organization_id }) }
  const change = { ...omitUndefined(shown), ...secret }
  if (hasValues(found, change)) return found
  const update = requireCredential(id, (id) => credentials.update(organization_id, id, change))
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  // A plan that was made before is judged again. The scope first, as acts on holds lock it before other rows.
  return yield* run(
    Effect.zipRight(bumpVersions([workspaceScope({ organization_id, workspace_id: found.workspace_id })], now), update)
  )
}, change("byok.updateByokCredential"))
