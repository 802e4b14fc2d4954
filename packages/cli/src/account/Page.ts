import * as Predicate from "effect/Predicate"

/** One page of a list, as the Promise API returns it. */
export interface Page {
  readonly data: ReadonlyArray<unknown>
  readonly total_count: number
}

export const isPage = (answer: unknown): answer is Page =>
  Predicate.hasProperty(answer, "data") &&
  Array.isArray(answer.data) &&
  Predicate.hasProperty(answer, "total_count") &&
  typeof answer.total_count === "number"
