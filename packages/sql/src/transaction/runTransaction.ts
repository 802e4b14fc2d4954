import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { RunTransaction } from "./Executor.js"
import { retryWhileTransient } from "./retryWhileTransient.js"
import { rollBack } from "./rollBack.js"
import { TransactionContext } from "./TransactionContext.js"
import type { TransactionOptions } from "./TransactionOptions.js"
import { nothingStored, toStorageFailure } from "./toStorageFailure.js"
import { transactionExit } from "./transactionExit.js"
import { TRANSACTION_LIMIT_MILLIS, transactionTooLong } from "./transactionTimeout.js"

/** How a transaction begins. */
export interface TransactionStatements extends TransactionOptions {
  readonly begin: string
  /** Whether it may stay open for more than five seconds. @default false */
  readonly isUnlimited?: boolean
}

/**
 * Runs a body in its own transaction. It is committed if the body succeeds, and rolled back if the body fails, is
 * interrupted, stays open for more than five seconds, or ignored a failed statement. The outcome of a failed commit
 * is unknown. A transient conflict runs the whole transaction again.
 */
export const runTransaction =
  (
    acquire: SqlConnection.Connection.Acquirer,
    { begin, isUnlimited = false, ...options }: TransactionStatements,
    again: <A, E, R>(attempt: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R> = retryWhileTransient
  ): RunTransaction =>
  <A, E, R>(body: (context: TransactionContext) => Effect.Effect<A, E, R>) => {
    const once: Effect.Effect<A, E | StorageFailure, R> = Effect.uninterruptibleMask((restore) =>
      Effect.scopedWith((scope) =>
        Effect.gen(function* () {
          const connection = yield* restore(Effect.mapError(Scope.extend(acquire, scope), toStorageFailure))
          const execute = (text: string) => Effect.mapError(connection.execute(text, [], undefined), toStorageFailure)
          yield* execute(begin)
          const context = new TransactionContext(connection, options)
          // A body that is interrupted, or too slow, may still run: what it does then is rejected.
          const exit = yield* Effect.disconnect(
            Effect.onExit(body(context), () => Effect.sync(() => context.end()))
          ).pipe(
            Effect.timeoutFail({
              duration: isUnlimited ? Infinity : TRANSACTION_LIMIT_MILLIS,
              onTimeout: transactionTooLong
            }),
            restore,
            Effect.exit
          )
          const { failure } = context
          context.expire(nothingStored(new Error("The transaction has ended.")))
          if (Exit.isFailure(exit) || failure !== null) {
            yield* rollBack(connection)
            return yield* transactionExit(exit, failure)
          }
          yield* Effect.tapError(execute("COMMIT"), () => rollBack(connection))
          return yield* exit
        })
      )
    )
    return again(once)
  }
