import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Guardrail } from "../../guardrails/Guardrail.js"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import { HoldsOpen } from "../model/Hold.js"
import { guardrailTerms, type ScopeRef, type ScopeTerms, unlimited, workspaceScope } from "../model/Scope.js"
import { type ChangedScopes, SpendingStore } from "../store/SpendingStore.js"

/** Scopes whose records an act changes, and their new budgets; null leaves the budgets as they are. */
export type NotedChange = readonly [changed: ChangedScopes, terms: ScopeTerms | null]

/**
 * Notes in the scopes what an act has changed of the records that admissions depend on. So the next admission is judged by the new
 * records, in every process. Call it in the transaction of the act. Storage without a `SpendingStore` notes nothing.
 */
export const noteChanges = (
  changes: ReadonlyArray<NotedChange>,
  now: DateTime.Utc
): Effect.Effect<void, StorageFailure> =>
  Effect.flatMap(Effect.serviceOption(SpendingStore), (store) =>
    Option.isNone(store)
      ? Effect.void
      : Effect.forEach(changes, ([changed, terms]) => store.value.setTerms(changed, terms, now.epochMillis), {
          discard: true
        })
  )

/**
 * Runs an effect that changes what several scopes guard, after all of them were locked in the order in which acts on holds lock them. Call
 * it in a transaction. Storage without a `SpendingStore` locks nothing.
 */
export const lockScopes = <A, E, R>(
  refs: ReadonlyArray<ScopeRef>,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageFailure, R> =>
  Effect.flatMap(Effect.serviceOption(SpendingStore), (store) =>
    Option.isNone(store) ? effect : store.value.lock(refs, effect)
  )

type Changed = Pick<Guardrail, "id" | "workspace_id">

/** All scopes of a guardrail, with that of its workspace, which guards the records. */
const scopesOf = (organization_id: OrganizationId, { id, workspace_id }: Changed) => ({
  organization_id,
  guardrail_id: id,
  guard: workspaceScope({ organization_id, workspace_id })
})

/** What changed members of a guardrail change: the version that guards the records of the workspace's requests. */
export const memberChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Changed
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]

/** What a deleted guardrail changes: its scopes have no budgets any more. */
export const deletionChanges = (organization_id: OrganizationId, guardrail: Changed): ReadonlyArray<NotedChange> => [
  [scopesOf(organization_id, guardrail), unlimited]
]

/**
 * What a changed guardrail changes: the budgets of all its scopes, and the workspace's version, which guards the records that its
 * requests are judged by.
 */
export const guardrailChanges = (organization_id: OrganizationId, guardrail: Guardrail): ReadonlyArray<NotedChange> => [
  [scopesOf(organization_id, guardrail), guardrailTerms(guardrail)]
]

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

/** Gives back all holds of an organization whose lease has ended, so that none of them counts as open. */
export const giveBackEnded = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* Effect.serviceOption(SpendingStore)
  if (Option.isNone(store)) return
  const now = yield* Clock.currentTimeMillis
  for (;;) if ((yield* store.value.giveBack(now, organizationId)) === 0) return
})
