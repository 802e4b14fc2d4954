import type * as SqlConnection from "@effect/sql/SqlConnection"
import type * as SqlError from "@effect/sql/SqlError"
import { StorageFailure } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FiberRef from "effect/FiberRef"
import * as Scope from "effect/Scope"
import { isBusy, retryWhileBusy } from "./retryWhileBusy.js"

/** The statements that a transaction, or a savepoint, begins and ends with. */
export interface TransactionStatements {
  readonly begin: string
  readonly commit: string
  readonly rollback: ReadonlyArray<string>
}

/** A transaction while it is open. After a statement of it has failed, it can only be rolled back. */
export class OpenTransaction {
  isOpen = true
  failure: StorageFailure | null = null
  readonly connection: SqlConnection.Connection
  constructor(connection: SqlConnection.Connection) {
    this.connection = connection
  }
  fail(failure: StorageFailure) {
    this.failure ??= failure
  }
}

/** The transaction never began, so the effect did not run. */
class NotBegun extends Data.TaggedError("NotBegun")<{ readonly cause: SqlError.SqlError }> {}

const notBegunForBusy = (error: unknown) => error instanceof NotBegun && isBusy(error.cause)

/**
 * Runs an effect within a transaction: committed when it succeeds, rolled back when it fails or is interrupted, or
 * when a statement of it failed even if it went on. A failing commit is a `StorageFailure` of unknown outcome. Only a
 * beginning that did nothing is tried again.
 */
export const withinTransaction =
  (
    acquire: SqlConnection.Connection.Acquirer,
    current: FiberRef.FiberRef<OpenTransaction | null>,
    statements: TransactionStatements
  ) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> => {
    const once = Effect.scopedWith((scope) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const connection = yield* restore(Scope.extend(acquire, scope)).pipe(
            Effect.mapError((cause) => new NotBegun({ cause }))
          )
          const execute = (statement: string) => connection.execute(statement, [], undefined)
          const rollback = Effect.forEach(statements.rollback, (statement) => Effect.ignoreLogged(execute(statement)), {
            discard: true
          })
          yield* Effect.mapError(execute(statements.begin), (cause) => new NotBegun({ cause }))
          const transaction = new OpenTransaction(connection)
          const exit = yield* Effect.exit(restore(Effect.locally(effect, current, transaction)))
          transaction.isOpen = false
          if (Exit.isFailure(exit) || transaction.failure !== null) {
            yield* rollback
            return yield* Exit.isFailure(exit) || transaction.failure === null ? exit : transaction.failure
          }
          yield* execute(statements.commit).pipe(
            Effect.mapError((cause) => new StorageFailure({ cause })),
            Effect.tapError(() => rollback)
          )
          return yield* exit
        })
      )
    )
    return Effect.catchAll(retryWhileBusy<E | StorageFailure | NotBegun>(notBegunForBusy)(once), (error) =>
      Effect.fail(error instanceof NotBegun ? new StorageFailure({ cause: error.cause }) : error)
    )
  }
