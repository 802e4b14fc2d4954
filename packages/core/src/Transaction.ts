import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Runs an effect within a transaction. */
type Run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>

/**
 * Several acts of the stores as one. The effect may be run again, where storage could not keep it apart from others', so
 * nothing but acts of the stores happens inside: ids, secrets and time are taken before. Inside, one thing is done after
 * another. After an act inside has failed, nothing more is done there and the whole is undone, whoever caught the failure.
 */
export class Transaction extends Context.Tag("@tollgate/core/Transaction")<
  Transaction,
  {
    /** All that the effect does is kept, or none of it. Within one that is open already, it is part of that. */
    readonly run: Run
    /** The same; but within one that is open already, it can fail and be undone alone. */
    readonly attempt: Run
    /**
     * Does an act that stays done even if the transaction that it is part of is undone: then it is done again, after
     * that. So it has to be an act that may be done twice.
     */
    readonly keep: <R>(act: Effect.Effect<void, StorageFailure, R>) => Effect.Effect<void, StorageFailure, R>
  }
>() {}
