import type { StorageFailure, UnsealedEntry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { AllRows, Begin, Compiled, Connected, RowName, Rows } from "./Connected.js"
import type { TransactionOptions } from "./TransactionOptions.js"
import { nothingStored } from "./toStorageFailure.js"
import { transactionExit } from "./transactionExit.js"

// Each savepoint has its own name: on a shared connection, SQLite and PostgreSQL use the latest of a name.
let points = 0

/**
 * The life cycle of a transaction, and of a nested part:
 *
 * - `waiting`: not begun. Its first statement begins it.
 * - `open`: runs statements.
 * - `suspended`: a nested part is running; other statements wait for its end.
 * - `expired`: rolled back before its body was done, because it took too long or was interrupted. Whatever is left of the
 *   body can do nothing more.
 * - `ended`: its body is done, and it was committed or rolled back. What the body forked runs outside of it.
 */
type TransactionState = "waiting" | "open" | "suspended" | "expired" | "ended"

/**
 * The context of a transaction on a connection. After one statement fails, the others are rejected: SQLite may have
 * rolled back the transaction by itself, and later statements would then be stored alone.
 */
export class TransactionContext {
  #state: TransactionState
  #failure: StorageFailure | null = null
  readonly #turns = Effect.unsafeMakeSemaphore(1)
  readonly #around: TransactionContext | null
  readonly #begin: Begin
  #connection: Connected | null = null
  readonly isReading: boolean
  readonly locksRows: boolean
  /** Number of statements that have changed rows, those of nested parts included. */
  changes = 0
  /** The audit entries to store with the commit. Null if they are stored by statements. */
  readonly entries: Array<UnsealedEntry> | null
  /** Given a connection, the transaction is open. Otherwise, it waits, and its first statement begins it. */
  constructor(
    connection: Connected | Begin,
    { collectsEntries = false, isReading = false, locksRows = false }: TransactionOptions = {},
    around: TransactionContext | null = null
  ) {
    this.#begin = typeof connection === "function" ? connection : () => Effect.succeed(connection)
    this.#connection = typeof connection === "function" ? null : connection
    this.isReading = isReading
    this.locksRows = locksRows
    this.entries = collectsEntries ? [] : null
    this.#state = this.#connection === null ? "waiting" : "open"
    this.#around = around
  }

  /** The connection, once the transaction has begun. */
  connected(row?: RowName): Effect.Effect<Connected, StorageFailure> {
    return this.#connection === null
      ? this.#turns.withPermits(1)(this.#beginOnce(row))
      : Effect.succeed(this.#connection)
  }

  #beginOnce(row: RowName | undefined): Effect.Effect<Connected, StorageFailure> {
    return Effect.suspend(() => {
      if (this.#connection !== null) return Effect.succeed(this.#connection)
      return Effect.matchEffect(this.#begin(row), {
        onFailure: (failure) => this.fail(failure),
        onSuccess: (connection) => {
          this.#connection = connection
          if (this.#state === "waiting") this.#state = "open"
          return Effect.succeed(connection)
        }
      })
    })
  }

  /** The state, given that of the transaction around it. */
  get state(): TransactionState {
    const around = this.#around?.state
    if (around === "expired") return "expired"
    return around === "ended" && this.#state !== "ended" ? "expired" : this.#state
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

  /** Its body is done. */
  end(): void {
    if (this.#state !== "expired") this.#state = "ended"
  }

  /** It is over before its body is done: every further statement of the body is rejected. */
  expire(failure: StorageFailure): void {
    this.fail(failure)
    if (this.#state !== "ended") this.#state = "expired"
  }

  #onConnection<A>(run: (connection: Connected) => Effect.Effect<A, unknown>): Effect.Effect<A, StorageFailure> {
    return Effect.suspend(() => {
      const { failure, state } = this
      if (failure !== null) return failure
      if (this.#connection === null || state === "expired" || state === "ended") {
        return this.fail(nothingStored(new Error(`The transaction is ${state}.`)))
      }
      return Effect.matchEffect(run(this.#connection), {
        onFailure: (cause): Effect.Effect<A, StorageFailure> => this.fail(nothingStored(cause)),
        // What was sent ahead of it may have failed.
        onSuccess: (rows): Effect.Effect<A, StorageFailure> => this.#failure ?? Effect.succeed(rows)
      })
    })
  }

  #execute(text: string, params: ReadonlyArray<unknown>): Rows {
    return this.#onConnection((connection) => connection.execute(text, params, undefined))
  }

  /**
   * Runs a statement. While a nested part is running, it waits, so that it is not rolled back with that part. `row` names
   * the row that it locks, if it is one row.
   */
  query(text: string, params: ReadonlyArray<unknown>, row?: RowName): Rows {
    if (this.#state === "waiting") return Effect.zipRight(this.connected(row), this.#execute(text, params))
    return this.#state === "suspended"
      ? this.#turns.withPermits(1)(this.#execute(text, params))
      : this.#execute(text, params)
  }

  /**
   * Runs a statement without an effect, of which each takes as long as a look-up by an index. Null if the driver cannot, if it has to wait, or if
   * further statements are rejected: then `query` does it.
   */
  queryNow(text: string, params: ReadonlyArray<unknown>): Exit.Exit<ReadonlyArray<unknown>, StorageFailure> | null {
    const connection = this.#connection
    if (connection?.executeNow === undefined || this.state !== "open" || this.failure !== null) return null
    try {
      return Exit.succeed(connection.executeNow(text, params))
    } catch (cause) {
      return Exit.fail(this.fail(nothingStored(cause)))
    }
  }

  /** The same for several statements, until one fails. */
  queryAllNow(statements: ReadonlyArray<Compiled>): Exit.Exit<AllRows, StorageFailure> | null {
    const all: Array<ReadonlyArray<unknown>> = []
    for (const [text, params] of statements) {
      const rows = this.queryNow(text, params)
      // The first one says whether the driver can.
      if (rows === null) return null
      if (Exit.isFailure(rows)) return Exit.failCause(rows.cause)
      all.push(rows.value)
    }
    return Exit.succeed(all)
  }

  /**
   * Runs a statement in front of the next one, which does not wait for its answer if the driver can send both together. `answered` is called
   * before the next one has its answer, and returns why further statements are rejected, or null.
   */
  queryAhead(
    statement: Compiled,
    row: RowName | undefined,
    answered: (rows: Exit.Exit<ReadonlyArray<unknown>, StorageFailure>) => StorageFailure | null
  ): Effect.Effect<void, StorageFailure> {
    const tell = (exit: Exit.Exit<ReadonlyArray<unknown>, StorageFailure>): Effect.Effect<void, StorageFailure> => {
      const failure = answered(exit)
      return failure === null ? Effect.void : this.fail(failure)
    }
    return Effect.flatMap(this.connected(row), ({ sendAll }) => {
      if (sendAll === undefined || this.state !== "open") {
        return Effect.flatMap(Effect.exit(this.query(...statement, row)), tell)
      }
      return this.#onConnection(() => {
        sendAll([statement], (failure, [rows = []]) =>
          tell(failure === null ? Exit.succeed(rows) : Exit.fail(this.fail(nothingStored(failure))))
        )
        return Effect.void
      })
    })
  }

  /** Runs statements one after another, which are sent together if the driver can. */
  queryAll(statements: ReadonlyArray<Compiled>): Effect.Effect<AllRows, StorageFailure> {
    const all = this.#onConnection(
      (connection): Effect.Effect<AllRows, unknown> =>
        connection.executeAll?.(statements) ??
        Effect.forEach(statements, ([text, params]) => connection.execute(text, params, undefined))
    )
    if (this.#state === "waiting") return Effect.zipRight(this.connected(), all)
    return this.#state === "suspended" ? this.#turns.withPermits(1)(all) : all
  }

  /** Runs the last statements. They are sent with the commit if the driver can, unless a part of the transaction may have to be undone alone. */
  queryLast(
    statements: ReadonlyArray<Compiled>,
    answered: (rows: AllRows) => void
  ): Effect.Effect<void, StorageFailure> {
    const connection = this.#connection
    if (connection?.sendAll === undefined || this.#around !== null || this.#state !== "open") {
      return Effect.map(this.queryAll(statements), answered)
    }
    return this.#onConnection(() => {
      connection.sendAll?.(statements, (failure, rows) => {
        if (failure === null) answered(rows)
        else this.fail(nothingStored(failure))
      })
      return Effect.void
    })
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
        yield* restore(this.connected())
        yield* restore(this.#turns.take(1))
        if (this.#state === "open") this.#state = "suspended"
        const exit = yield* Effect.exit(this.#part((part) => restore(body(part))))
        if (this.#state === "suspended") this.#state = "open"
        yield* this.#turns.release(1)
        return yield* exit
      })
    )
  }

  #part<A, E, R>(body: (part: TransactionContext) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.gen(this, function* () {
      const point = `tollgate_${++points}`
      yield* this.#execute(`SAVEPOINT ${point}`, [])
      const part = new TransactionContext(
        yield* this.connected(),
        { isReading: this.isReading, locksRows: this.locksRows, collectsEntries: this.entries !== null },
        this
      )
      const exit = yield* Effect.exit(body(part))
      part.end()
      const isUndone = Exit.isFailure(exit) || part.failure !== null
      if (!isUndone) {
        this.changes += part.changes
        this.entries?.push(...(part.entries ?? []))
      }
      // If this fails, the whole transaction is lost.
      if (isUndone) yield* Effect.exit(this.#execute(`ROLLBACK TO SAVEPOINT ${point}`, []))
      yield* Effect.exit(this.#execute(`RELEASE SAVEPOINT ${point}`, []))
      return yield* transactionExit(exit, part.failure)
    })
  }
}
