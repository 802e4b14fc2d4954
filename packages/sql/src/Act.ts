import type * as SqlConnection from "@effect/sql/SqlConnection"
import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { outcomeOf } from "./outcomeOf.js"

/** The rows that a statement answers with, as the driver gives them. */
export type Rows = Effect.Effect<ReadonlyArray<unknown>, StorageFailure>

// A name of its own for each: on a host's connection, SQLite and PostgreSQL take the youngest of a name.
let points = 0

/**
 * What a fiber does on a connection, between a beginning and an end that somebody else sees to. After one of its
 * statements has failed the others are refused: SQLite may have undone the whole transaction by itself, and what came
 * after would stay.
 */
export class Act {
  #isOpen = true
  #failure: StorageFailure | null = null
  #isLent = false
  readonly #turns = Effect.unsafeMakeSemaphore(1)
  readonly connection: SqlConnection.Connection
  /** Whether a write in it fails. */
  readonly isReading: boolean
  readonly #around: Act | null
  constructor(connection: SqlConnection.Connection, isReading = false, around: Act | null = null) {
    this.connection = connection
    this.isReading = isReading
    this.#around = around
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Why nothing more is done in it. */
  get failure(): StorageFailure | null {
    return this.#failure ?? this.#around?.failure ?? null
  }

  /** Nothing more is done in it, and it can only be undone. */
  fail(failure: StorageFailure): StorageFailure {
    this.#failure ??= failure
    return this.#failure
  }

  /** Whether this, or what it is a part of, has come to its end: the connection is somebody else's then. */
  get isOver(): boolean {
    return !this.#isOpen || this.#around?.isOver === true
  }

  /** Who comes later acts alone. */
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

  /** The rows of a statement. One that comes while a part is under way waits, so that it is not undone with that. */
  query(text: string, params: ReadonlyArray<unknown>): Rows {
    return this.#isLent ? this.#turns.withPermits(1)(this.#execute(text, params)) : this.#execute(text, params)
  }

  /** Runs a part that is undone alone when it fails, is interrupted or one of its statements failed. Parts wait for each other. */
  attempt<A, E, R>(body: (part: Act) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
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

  #part<A, E, R>(body: (part: Act) => Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> {
    return Effect.gen(this, function* () {
      const point = `tollgate_${++points}`
      yield* this.#execute(`SAVEPOINT ${point}`, [])
      const part = new Act(this.connection, this.isReading, this)
      const exit = yield* Effect.exit(body(part))
      part.close()
      const isUndone = Exit.isFailure(exit) || part.failure !== null
      // Where this fails, the whole is gone, and this act with it.
      if (isUndone) yield* Effect.exit(this.#execute(`ROLLBACK TO SAVEPOINT ${point}`, []))
      yield* Effect.exit(this.#execute(`RELEASE SAVEPOINT ${point}`, []))
      return yield* outcomeOf(exit, part.failure)
    })
  }
}
