import type { NewSettlement, TokenUsage } from "@tollgate/client"

/** What so many output tokens come to, with the input of the attempt: a cost, or a usage that the price book prices. */
export type MeteredPrice =
  | {
      /** The cost of the attempt with so many output tokens, its input included, at least 0. The highest one counts. In USD. */
      readonly cost: (tokens: number) => number
      readonly usage?: undefined
    }
  | {
      /**
       * The usage of the attempt with so many output tokens, its input included: `(output) => ({ input: 2_000, output })`. It is priced as `extend`
       * prices a usage, by the model and provider that `sent` stated. Without a price, the iteration rejects with `PriceUnknown`.
       */
      readonly usage: (tokens: number) => TokenUsage
      readonly cost?: undefined
    }

/**
 * How the elements of a provider's answer are counted. A count below 0 or one that is not finite, and a callback that throws, end the
 * metering: the iteration rejects, and the hold is `unknown` at its end.
 */
export type MeterOptions<A> = MeteredPrice & {
  /** The number of output tokens in an element, at least 0, for which an upper bound will do. */
  readonly tokens: (element: A) => number
  /** The settlement that an element states: the provider's own figure for the attempt, which counts instead of the metered cost. */
  readonly settlement?: ((element: A) => NewSettlement | undefined) | undefined
  /**
   * The error that an element states; undefined for none. The answer goes on, but has failed: it is not settled with the metered cost, even if it is
   * read to its end.
   */
  readonly error?: ((element: A) => unknown) | undefined
}
