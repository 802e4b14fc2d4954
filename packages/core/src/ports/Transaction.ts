import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Runs an effect within a transaction. */
type Run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>

/**
 * Several acts of the stores as one. The effect may be run again from its beginning, where storage could not keep it apart
 * from others', and then what it did before is undone: so nothing but acts of the stores happens inside. Ids, secrets and
 * time are taken before it, and what is logged, sent or refused for good follows from its answer. Inside, one thing is done
 * after another. After an act of a store has failed there, nothing more is done and the whole is undone, whoever caught the
 * failure. A fiber that outlives the transaction it was forked in acts by itself from then on; a part
 * of the transaction that is still under way in it fails.
 */
export class Transaction extends Context.Tag("@tollgate/core/Transaction")<
  Transaction,
  {
    /**
     * All that the effect does is kept, or, where it fails or is interrupted, none of it. Within one that is open already it
     * is part of that: whoever catches its failure there keeps what it did before it failed.
     */
    readonly run: Run
    /** The same; but within one that is open already, what fails is undone alone. */
    readonly attempt: Run
    /**
     * Does an act that stays done even if the transaction that it is part of is undone: then it is done again, after that.
     * So it has to be an act that changes nothing more when it is done twice. Outside of a transaction it is simply done.
     */
    readonly keep: <R>(act: Effect.Effect<void, StorageFailure, R>) => Effect.Effect<void, StorageFailure, R>
  }
>() {}
