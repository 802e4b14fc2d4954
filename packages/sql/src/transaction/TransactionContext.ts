import type * as SqlConnection from "@effect/sql/SqlConnection"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { transactionExit } from "./transactionExit.js"

/** The rows of a statement, as the driver returns them. */
export type Rows = Effect.Effect<ReadonlyArray<unknown>, StorageFailure>

// Each savepoint has its own name: on a shared connection, SQLite and PostgreSQL use the latest of a name.
let points = 0

/**
 * The context of an open transaction on a connection. After one statement fails, the others are rejected: SQLite may
 * have rolled back the transaction by itself, and later statements would then be stored alone.
 */
export class TransactionContext {
  #isOpen = true
  #failure: StorageFailure | null = null
  #isLent = false
  readonly #turns = Effect.unsafeMakeSemaphore(1)
  readonly connection: SqlConnection.Connection
  /** Whether writes are rejected. */
  readonly isReading: boolean
  /** Whether rows that a write depends on are locked, because the isolation level may not protect them. */
  readonly locksRows: boolean
  readonly #around: TransactionContext | null
  constructor(
    connection: SqlConnection.Connection,
    isReading = false,
    around: TransactionContext | null = null,
    locksRows = false
  ) {
    this.connection = connection
    this.isReading = isReading
    this.locksRows = locksRows
    this.#around = around
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Why further statements are rejected; null if they are not. */
  get failure(): StorageFailure | null {
    return this.#failure ?? this.#around?.failure ?? null
  }

  /** Rejects further statements. The transaction can then only be rolled back. */
  fail(failure: StorageFailure): StorageFailure {
    this.#failure ??= failure
    return this.#failure
  }

  /** Whether this transaction or the one around it has ended. Its connection then belongs to another caller. */
  get isOver(): boolean {
    return !this.#isOpen || this.#around?.isOver === true
  }

  /** After this, statements run outside the transaction. */
  close(): void {
    this.#isOpen = false
  }

  #execute(text: string, params: ReadonlyArray<unknown>): Rows {
    return Effect.suspend(
      () =>
        this.failure ??
        (this.isOver ? this.fail(new StorageFailure({ cause: new Error("The transaction has ended.") })) : null) ??
        Effect.catchAll(this.connection.execute(text, params, undefined), (cause) =>
          this.fail(new StorageFailure({ cause }))
        )
    )
  }

  /** Runs a statement. While a nested part is running, it waits, so that it is not rolled back with that part. */
  query(text: string, params: ReadonlyArray<unknown>): Rows {
    return this.#isLent ? this.#turns.withPermits(1)(this.#execute(text, params)) : this.#execute(text, params)
  }

  /**
   * Runs a nested part that is rolled back alone if it fails, is interrupted, or one of its statements fails. Parts
   * run one after another.
   */
  attempt<A, E, R>(
    body: (part: TransactionContext) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.gen(this, function* () {
        yield* restore(this.#turns.take(1))
        this.#isLent = true
        const exit = yield* Effect.exit(this.#part((act) => restore(body(act))))
        this.#isLent = false
        yield* this.#turns.release(1)
        return yield* exit
      })
    )
  }

  #part<A, E, R>(body: (part: TransactionContext) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.gen(this, function* () {
      const point = `tollgate_${++points}`
      yield* this.#execute(`SAVEPOINT ${point}`, [])
      const part = new TransactionContext(this.connection, this.isReading, this, this.locksRows)
      const exit = yield* Effect.exit(body(part))
      part.close()
      const isUndone = Exit.isFailure(exit) || part.failure !== null
      // If this fails, the whole transaction is lost.
      if (isUndone) yield* Effect.exit(this.#execute(`ROLLBACK TO SAVEPOINT ${point}`, []))
      yield* Effect.exit(this.#execute(`RELEASE SAVEPOINT ${point}`, []))
      return yield* transactionExit(exit, part.failure)
    })
  }
}
