import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Guardrail } from "../../guardrails/Guardrail.js"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import { HoldsOpen } from "../model/Hold.js"
import { type Scope, type ScopeRef, type ScopeTerms, unlimited, workspaceScope } from "../model/Scope.js"
import { CHUNK, type ChangedScopes, SpendingStore } from "../store/SpendingStore.js"

/**
 * Changes the budgets of scopes and raises their versions; null raises the versions alone. So the next admission, in any process, is judged
 * by the records as changed. Call it in the transaction that changes the records. Storage without a `SpendingStore` has no scopes.
 */
export const changeBudgets = (
  changed: ChangedScopes,
  terms: ScopeTerms | null,
  now: DateTime.Utc
): Effect.Effect<void, StorageFailure> =>
  Effect.flatMap(Effect.serviceOption(SpendingStore), (store) =>
    Option.isNone(store) ? Effect.void : store.value.setTerms(changed, terms, now.epochMillis)
  )

/** Raises the versions of scopes whose records the open transaction changes, as `changeBudgets` does. */
export const bumpVersions = (refs: ReadonlyArray<ScopeRef>, now: DateTime.Utc): Effect.Effect<void, StorageFailure> =>
  Effect.forEach(refs, (ref) => changeBudgets({ ref }, null, now), { discard: true })

/** All scopes of a guardrail, with that of its workspace, whose version guards the records of its requests. */
export const guardrailScopes = (
  organization_id: OrganizationId,
  { id, workspace_id }: Pick<Guardrail, "id" | "workspace_id">
): ChangedScopes => ({
  organization_id,
  guardrail_id: id,
  guard: workspaceScope({ organization_id, workspace_id })
})

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

interface WorkspacePlace {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
}

/** The stopped runs of a workspace. Storage without a `SpendingStore` has none. */
const stoppedRuns = Effect.fnUntraced(function* (place: WorkspacePlace, now: DateTime.Utc) {
  const store = yield* Effect.serviceOption(SpendingStore)
  const found: Array<Scope> = []
  if (Option.isNone(store)) return found
  const list = { ...place, run: null, parent: null, state: "stopped" } as const
  for (;;) {
    const page = { limit: CHUNK, offset: found.length }
    const { data, total_count } = yield* store.value.runs(list, page, now.epochMillis)
    found.push(...data.map(({ scope }) => scope))
    if (found.length >= total_count || data.length === 0) return found
  }
})

/**
 * Takes the budgets of a workspace that the open transaction deletes, and the stops of its runs, which nobody can resume any more:
 * retention keeps what is stopped. Until the transaction ends, no hold of the workspace is opened. Returns the check that none is open or
 * unknown, which fails with `HoldsOpen`.
 */
export const closeWorkspaceScope = Effect.fnUntraced(function* (place: WorkspacePlace, now: DateTime.Utc) {
  const ref = workspaceScope(place)
  const stopped = yield* stoppedRuns(place, now)
  // All at once, in the order in which acts on holds lock them.
  yield* lockScopes([ref, ...stopped.map((run) => run.ref)], Effect.void)
  yield* changeBudgets({ ref }, unlimited, now)
  for (const { ref, run, ...scope } of stopped) {
    const resumed = run && { ...run, is_stopped: false }
    yield* changeBudgets({ ref }, { ...scope, run: resumed }, now)
  }
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

/** Expires all holds of an organization whose lease has ended, so that none of them counts as open. */
export const expireHoldsOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* Effect.serviceOption(SpendingStore)
  if (Option.isNone(store)) return
  const now = yield* Clock.currentTimeMillis
  for (;;) if ((yield* store.value.expireHolds(now, organizationId)) === 0) return
})
