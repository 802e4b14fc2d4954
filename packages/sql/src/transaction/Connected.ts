import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Effect from "effect/Effect"

/** Names the row that a statement changes or locks. */
export type RowName = () => string

/** The rows of a statement, as the driver returns them. */
export type Rows = Effect.Effect<ReadonlyArray<unknown>, StorageFailure>

/** The text of a statement, and what it binds. */
export type Compiled = readonly [text: string, params: ReadonlyArray<unknown>]

/** The rows of several statements. */
export type AllRows = ReadonlyArray<ReadonlyArray<unknown>>

/** A connection of a transaction. */
export interface Connected extends SqlConnection.Connection {
  /** Runs a statement and returns its rows at once, or throws the driver's error. Absent if the driver waits for an answer. */
  readonly executeNow?: (text: string, params: ReadonlyArray<unknown>) => ReadonlyArray<unknown>
  /** Sends statements together. Absent if the driver sends one after another. */
  readonly executeAll?: (statements: ReadonlyArray<Compiled>) => Effect.Effect<AllRows, SqlError>
  /** Sends statements together, in front of what is sent next. Absent if the driver sends nothing before it has an answer. */
  readonly sendAll?: (
    statements: ReadonlyArray<Compiled>,
    answered: (failure: SqlError | null, rows: AllRows) => void
  ) => void
}

/** Begins a transaction. `row` names the row that its first statement locks, if it is one row. */
export type Begin = (row: RowName | undefined) => Effect.Effect<Connected, StorageFailure>
