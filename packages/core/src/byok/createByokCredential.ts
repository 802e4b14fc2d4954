import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { inPlace, resolvePlace } from "../workspaces/Place.js"
import { type ByokCredential, ByokId, type NewByokCredential } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { Vault } from "./Vault.js"

/**
 * Stores a provider credential, sealed, in a workspace of the caller's organization, by default in its default workspace.
 * Without a `sort_order` it comes after the provider's other credentials there.
 */
export const createByokCredential = Effect.fnUntraced(function* (input: NewByokCredential) {
  const { key, sort_order, workspace_id: stated, ...shown } = input
  const credentials = yield* ByokStore
  const vault = yield* Vault
  const place = yield* resolvePlace(stated)
  const { organization_id, workspace_id } = place
  const id = ByokId.make(yield* Entropy.uuid)
  const sealed = yield* vault.seal(key, { organization_id, workspace_id, id, provider: input.provider })
  const created_at = yield* DateTime.now
  const insert = Effect.gen(function* () {
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
  return yield* inPlace(place, insert)
}, withSpan("byok.createByokCredential"))
