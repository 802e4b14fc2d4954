import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { ScopeRef } from "../model/Scope.js"
import { SpendingStore } from "../store/SpendingStore.js"

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
