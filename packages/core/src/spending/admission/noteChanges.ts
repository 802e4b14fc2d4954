import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { ScopeTerms } from "../model/Scope.js"
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
