import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import { inPlace, resolvePlace } from "../workspaces/Place.js"
import { type ByokCredential, ByokId, MAX_SORT_ORDER, type NewByokCredential } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"
import { maskSecret } from "./maskSecret.js"
import { type SealedFor, Vault } from "./Vault.js"

/** A provider's list of credentials in a workspace. */
type ProviderList = Omit<SealedFor, "id">

/**
 * Frees the greatest `sort_order`: credentials that have it, and those directly before them, move down by one. Their order
 * stays the same.
 */
const freeLastPlace = Effect.fnUntraced(function* ({ organization_id, provider, workspace_id }: ProviderList) {
  const credentials = yield* ByokStore
  const all = yield* credentials.ofProvider(organization_id, workspace_id, provider)
  let moved: number | null = null
  let to = MAX_SORT_ORDER
  for (const { id, sort_order } of all.toReversed()) {
    if (sort_order !== moved) {
      if (sort_order < to) break
      moved = sort_order
      to--
    }
    yield* credentials.update(organization_id, id, { sort_order: to })
  }
  return MAX_SORT_ORDER
})

/**
 * Stores a provider credential, sealed, in a workspace of the caller's organization, by default in its default workspace.
 * Without a `sort_order` it comes after the provider's other credentials there.
 *
 * Fails with `WorkspaceNotFound`.
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
  yield* about({ object: id })
  const insert = Effect.gen(function* () {
    const next = sort_order ?? (yield* credentials.nextSortOrder(organization_id, workspace_id, input.provider))
    // After the workspace, which its deletion locks before the scope, and before the credentials.
    yield* bumpVersions([workspaceScope(place)], created_at)
    const credential: ByokCredential = {
      ...shown,
      id,
      workspace_id,
      label: maskSecret(key),
      sort_order:
        next > MAX_SORT_ORDER
          ? yield* freeLastPlace({ organization_id, workspace_id, provider: input.provider })
          : next,
      created_at
    }
    yield* credentials.insert({ ...credential, organization_id, sealed })
    return credential
  })
  return yield* inPlace(place, insert)
}, change("byok.createByokCredential"))
