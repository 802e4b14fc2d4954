import type { NewSettlement } from "@tollgate/client"

/**
 * How the elements of a provider's answer are counted. A count below 0 or one that is not finite, and a callback that throws, end the
 * metering: the iteration rejects, and the hold is `unknown` at its end.
 */
export interface MeterOptions<A> {
  /** The number of output tokens in an element, at least 0, for which an upper bound will do. */
  readonly tokens: (element: A) => number
  /** The cost of the attempt with so many output tokens, its input included, at least 0. The highest one counts. In USD. */
  readonly cost: (tokens: number) => number
  /** The settlement that an element states: the provider's own figure for the attempt, which counts instead of the metered cost. */
  readonly settlement?: ((element: A) => NewSettlement | undefined) | undefined
}
