import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { StorageFailure } from "../../ports/StorageFailure.js"
import { Transaction } from "../../ports/Transaction.js"
import type { OrganizationId } from "../../values/Id.js"
import type { ScopeRef } from "../model/Scope.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { inOrganizationQueue } from "./inOrganizationQueue.js"
import { LockedRecords } from "./resolveSpender.js"

/**
 * Judges again after ended holds of the organization were given back, until nothing is left to give back. So a refusal is exact: no
 * ended hold counts in it.
 *
 * @param organization_id Whose holds the judgement counts.
 * @param judge An admission or an extension at an instant in milliseconds since 1970.
 */
export const withoutExpiredHolds = Effect.fnUntraced(function* <A extends { readonly _tag: string }, E, R>(
  organization_id: OrganizationId,
  judge: (now: number) => Effect.Effect<A, E, R>
) {
  const store = yield* SpendingStore
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const answer = yield* judge(now)
    if (answer._tag !== "Refused" || (yield* store.expireHolds(now, organization_id)) === 0) return answer
  }
})

const MAX_TRIES = 64
/** After these, the scopes are locked while the records are read. */
const TRIES_WITHOUT_LOCKS = 2

/**
 * Repeats a program whose records changed between their reading and the act. After some tries it runs in a transaction that first locks
 * the scopes whose versions guard the records, together with others of the organization, so that changes in quick succession do not
 * starve it. Fails with `StorageFailure` if the records change each time.
 *
 * @param attempt Reads the records and acts. It is given what the open transaction has read under these locks, if there is one.
 * @param guards The scopes that the last attempt has charged.
 */
export const retryWhileStale = Effect.fnUntraced(function* <A extends { readonly _tag: string }, E, R>(
  attempt: (locked: LockedRecords | null) => Effect.Effect<A, E, R>,
  guards: () => ReadonlyArray<ScopeRef>
) {
  const store = yield* SpendingStore
  const { isOpen, run } = yield* Transaction
  const locked = Effect.flatMap(isOpen, (isJoining) => {
    const refs = guards()
    const [first] = refs
    // Queueing here could deadlock: the head of the queue may wait for a lock that the open transaction holds.
    return isJoining || first === undefined
      ? run(store.lock(refs, attempt(new LockedRecords())))
      : inOrganizationQueue(store, { lock: store.lock, run }, first.organization_id, refs, attempt)
  })
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = yield* tries < TRIES_WITHOUT_LOCKS ? attempt(null) : locked
    if (isFresh(answer)) return answer
  }
  const cause = new Error("The records of a request changed each time they were read.")
  return yield* new StorageFailure({ cause, outcome: "none" })
})

const isFresh = <A extends { readonly _tag: string }>(answer: A): answer is Exclude<A, { readonly _tag: "Stale" }> =>
  answer._tag !== "Stale"
