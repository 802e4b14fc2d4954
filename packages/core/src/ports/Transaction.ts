import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Runs an effect within a transaction. */
type Run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>

/**
 * Runs several store operations as one transaction.
 *
 * Storage may roll an effect back and run it again, after a conflict with another transaction. Do nothing inside but store
 * operations: take ids, secrets and the time before, and log, send or refuse after, from the result. A refusal that must
 * leave something written is a value inside, raised outside. Run the operations one after another, not concurrently.
 *
 * After a store operation fails, the transaction rolls back, even if the failure is caught inside. A fiber that outlives
 * the transaction in which it was forked continues outside of it; an `attempt` still running in it fails.
 *
 * @example
 * import type { KeyHash, OrganizationId } from "@tollgate/core"
 * import { KeyStore, Transaction } from "@tollgate/core/storage"
 * import { DateTime, Effect } from "effect"
 *
 * export const renameBoth = (organizationId: OrganizationId, first: KeyHash, second: KeyHash) =>
 *   Effect.gen(function* () {
 *     const transaction = yield* Transaction
 *     const keys = yield* KeyStore
 *     const now = yield* DateTime.now
 *     yield* transaction.run(
 *       Effect.zipRight(
 *         keys.update(organizationId, first, { name: "Old" }, now),
 *         keys.update(organizationId, second, { name: "New" }, now)
 *       )
 *     )
 *   })
 */
export class Transaction extends Context.Tag("@tollgate/core/Transaction")<
  Transaction,
  {
    /**
     * Commits everything the effect does, or nothing if it fails or is interrupted. Inside an open transaction, the effect
     * joins it: if its failure is caught there, what it did before stays.
     */
    readonly run: Run
    /** Like `run`, but inside an open transaction a failure rolls back the effect alone (a savepoint). */
    readonly attempt: Run
    /** Whether the fiber is inside a transaction, so that what it reads may be rolled back. */
    readonly isOpen: Effect.Effect<boolean>
  }
>() {}
