import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Act } from "./Act.js"
import type { Within } from "./Connections.js"
import { failureOf } from "./failureOf.js"
import { outcomeOf } from "./outcomeOf.js"
import { retryWhileTransient } from "./retryWhileTransient.js"
import { rollBack } from "./rollBack.js"
import { TRANSACTION_LIMIT_MILLIS, transactionTooLong } from "./transactionLimit.js"

/** How a transaction begins. */
export interface TransactionStatements {
  readonly begin: string
  readonly isReading: boolean
}

/**
 * Runs a body in its own transaction. It is committed if the body succeeds, and rolled back if the body fails, is
 * interrupted, stays open for more than five seconds, or ignored a failed statement. The outcome of a failed commit
 * is unknown. A transient conflict runs the whole transaction again.
 */
export const bracket =
  (
    acquire: SqlConnection.Connection.Acquirer,
    { begin, isReading }: TransactionStatements,
    again: <A, E, R>(attempt: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R> = retryWhileTransient
  ): Within =>
  <A, E, R>(body: (act: Act) => Effect.Effect<A, E, R>) => {
    const once: Effect.Effect<A, E | StorageFailure, R> = Effect.uninterruptibleMask((restore) =>
      Effect.scopedWith((scope) =>
        Effect.gen(function* () {
          const connection = yield* restore(Effect.mapError(Scope.extend(acquire, scope), failureOf))
          const execute = (text: string) => Effect.mapError(connection.execute(text, [], undefined), failureOf)
          yield* execute(begin)
          const act = new Act(connection, isReading)
          const exit = yield* Effect.disconnect(body(act)).pipe(
            Effect.timeoutFail({ duration: TRANSACTION_LIMIT_MILLIS, onTimeout: transactionTooLong }),
            restore,
            Effect.exit
          )
          act.close()
          const failure = act.failure
          if (Exit.isFailure(exit) || failure !== null) {
            act.fail(failureOf(new Error("The transaction has ended.")))
            yield* rollBack(connection)
            return yield* outcomeOf(exit, failure)
          }
          yield* Effect.tapError(execute("COMMIT"), () => rollBack(connection))
          return yield* exit
        })
      )
    )
    return again(once)
  }
