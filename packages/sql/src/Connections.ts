import type { StorageFailure } from "@tollgate/core/storage"
import type * as Effect from "effect/Effect"
import type { Act, Rows } from "./Act.js"

/** Runs what happens in an act, from its beginning to its end. */
export type Within = <A, E, R>(body: (act: Act) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>

/** Where a database's statements run. A driver's package says so once; the stores do not know which it is. */
export interface Connections {
  /** One statement that only reads, by itself. */
  readonly read: (text: string, params: ReadonlyArray<unknown>) => Rows
  /** One statement that writes, by itself: done once this answers. */
  readonly write: (text: string, params: ReadonlyArray<unknown>) => Rows
  /** Statements that only read, and all see the same state. A write among them fails. */
  readonly snapshot: Within
  /** Statements that are kept together or not at all. The body may be run again, on an act of its own. */
  readonly transact: Within
}
