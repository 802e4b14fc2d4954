import * as Predicate from "effect/Predicate"

/** The first column of the first row, such as the value of a pragma; undefined if there is none. */
export const firstValue = ([row]: ReadonlyArray<unknown>): unknown =>
  Predicate.isRecord(row) ? Object.values(row)[0] : undefined
