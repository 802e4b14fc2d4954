import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import { HoldsOpen } from "../model/Hold.js"
import { unlimited } from "../model/Scope.js"
import { workspaceScope } from "../model/scopes.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { noteChanges } from "./noteChanges.js"

/**
 * Takes the budgets of a workspace that the open transaction deletes. Until it ends, no hold of the workspace is opened. Returns the
 * check that none is open or unknown, which fails with `HoldsOpen`.
 */
export const closeWorkspaceScope = Effect.fnUntraced(function* (
  place: { readonly organization_id: OrganizationId; readonly workspace_id: WorkspaceId },
  now: DateTime.Utc
) {
  const ref = workspaceScope(place)
  yield* noteChanges([[{ ref }, unlimited]], now)
  return Effect.gen(function* () {
    const store = yield* Effect.serviceOption(SpendingStore)
    if (Option.isNone(store)) return
    // Every hold of the workspace is charged to its scope, which counts the open ones.
    const [scope] = yield* store.value.scopes([ref], now.epochMillis)
    if (scope !== undefined && scope.holds > 0) return yield* new HoldsOpen()
    const of = { ...place, key_hash: null, flag: null, instance: null, state: "unknown" } as const
    const { total_count } = yield* store.value.list(of, { limit: 1, offset: 0 })
    if (total_count > 0) return yield* new HoldsOpen()
  })
})
