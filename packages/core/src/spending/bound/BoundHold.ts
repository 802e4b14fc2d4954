import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Usage } from "../../prices/Usage.js"
import type { InvalidInput } from "../../schema/InvalidInput.js"
import type * as Usd from "../../values/Usd.js"
import type { authorize } from "../admission/authorize.js"
import type { extend } from "../admission/extend.js"
import type { release } from "../admission/release.js"
import type { markSent } from "../holds/markSent.js"
import type { markUnknown } from "../holds/markUnknown.js"
import type { settle } from "../holds/settle.js"
import type { Hold } from "../model/Hold.js"
import type { HoldExtension, NewSettlement } from "../model/HoldInput.js"
import type { AuthorizedHold } from "../model/NewHold.js"

type Failure<P extends (...args: never) => unknown> =
  ReturnType<P> extends Effect.Effect<infer _A, infer E, infer _R> ? E : never

type Requirement<P extends (...args: never) => unknown> =
  ReturnType<P> extends Effect.Effect<infer _A, infer _E, infer R> ? R : never

/** Why a hold cannot be opened. */
export type AuthorizeFailure = Failure<typeof authorize>
/** Why a hold cannot be extended. */
export type ExtendFailure = Failure<typeof extend>
/** Why a hold cannot be marked as sent. */
export type SendFailure = Failure<typeof markSent>
/** Why a hold cannot be settled. */
export type SettleFailure = Failure<typeof settle>
/** Why a hold cannot be released, or marked as unknown. */
export type EndFailure = Failure<typeof release> | Failure<typeof markUnknown>

/** What the acts on a hold require. */
export type HoldServices =
  | Requirement<typeof authorize>
  | Requirement<typeof extend>
  | Requirement<typeof markSent>
  | Requirement<typeof settle>
  | Requirement<typeof release>

/**
 * What becomes of a hold that was sent and then aborted before its cost is known: `unknown` marks it unknown, `estimate` settles it
 * with an estimate, `drain` reads the provider's answer to its end to learn the cost.
 */
export type AbortPolicy = "unknown" | "estimate" | "drain"

/** Options of a hold that is bound to a scope. */
export interface HoldOptions {
  /** What becomes of the hold if it was sent and then aborted. @default "unknown" */
  readonly onAbort?: AbortPolicy | undefined
  /**
   * The least cost that `onAbort: "estimate"` settles with, and what an attempt of which nothing is known costs: the price of the input. If
   * more was metered, that counts. A usage is priced as `extend` prices one.
   *
   * @default the amount that the hold was opened with, also in place of a usage without a price
   */
  readonly estimate?: Usd.Usd | Usage | undefined
  /**
   * How long `onAbort: "drain"` reads on, also if the answer hangs. After that the hold is marked unknown. @default 5 minutes
   */
  readonly drainFor?: Duration.DurationInput | undefined
}

/** Options of a hold that is acquired for a scope. */
export interface AcquireOptions extends HoldOptions {
  /** The longest time to wait while only open holds are in the way, as `waitForHeadroom` does. @default no time */
  readonly waitFor?: Duration.DurationInput | undefined
  /** Whether `waitFor` waits for more, too, where budgets are spent: at most 15 minutes, as `waitForHeadroom` does. @default false */
  readonly forMore?: boolean | undefined
}

/**
 * How a request is served. A settlement that does not state it takes it from here. The credential is one of the plan, and is kept with the
 * hold.
 */
export type Served = Pick<NewSettlement, "credential_id" | "model" | "provider">

/** What so many output tokens come to, with the input of the attempt: a cost, or a usage that the price book prices. */
export type MeteredPrice =
  | {
      /** The cost of the attempt with so many output tokens, its input included, at least 0. The highest one counts. */
      readonly cost: (tokens: number) => Usd.Usd
      readonly usage?: undefined
    }
  | {
      /**
       * The usage of the attempt with so many output tokens, its input included. A part that is absent is 0. It is priced as `extend` prices a
       * usage, by the model and provider that `sent` stated. Without a price, the stream fails with `PriceUnknown` at its first element.
       */
      readonly usage: (tokens: number) => typeof Usage.Encoded
      readonly cost?: undefined
    }

/**
 * How the elements of a provider's answer are counted. A count below 0 or one that is not finite, and a callback that throws, end the
 * metering: the answer ends with the error, and the hold is unknown at its end.
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

/** What is known of a failed request. */
export interface FailOptions {
  /**
   * Whether the provider bills the request, or may do so. @default false if the error says that the provider refused the request before it
   * answered, or was not connected to, and no output of an answer was metered (see `isUnbilled`); else true
   */
  readonly billed?: boolean | undefined
}

/** A hold whose end is certain. Its methods require nothing. Repeating one changes nothing. */
export interface BoundHold {
  /** The hold as it was opened, the plan of credentials, and the budgets. */
  readonly authorized: AuthorizedHold
  /** The hold after the last act of this process. */
  readonly current: Effect.Effect<Hold>
  /**
   * Records that the request was sent to a provider, and how it is served. Call it before each attempt. Fails with `InvalidInput` if the plan
   * does not have the credential.
   */
  readonly sent: (served?: Served) => Effect.Effect<Hold, SendFailure>
  /** Holds a larger amount, or the price of a larger usage, and renews the lease. */
  readonly extend: (extension?: HoldExtension) => Effect.Effect<Hold, ExtendFailure>
  /**
   * Ends the hold with the cost of its request. If the settlement is invalid, the hold is unknown, flagged `settlement_refused`, until it is
   * settled by another one. If storage fails, the end of the hold states it once more.
   */
  readonly settle: (settlement: NewSettlement) => Effect.Effect<Hold, SettleFailure>
  /** Ends the hold of a request that was not made, or for which the provider bills nothing. */
  readonly release: Effect.Effect<Hold, EndFailure>
  /** Marks the outcome of the request as unknown. */
  readonly markUnknown: Effect.Effect<Hold, EndFailure>
  /**
   * Ends the hold of a request that failed: it is released if the provider bills nothing, and ends as by a scope that closes with this error
   * otherwise, so that `onAbort` decides. A settlement that was stated before counts in any case. Like the end of the scope, it does not fail,
   * so that the error can be raised after it.
   */
  readonly fail: (error: unknown, options?: FailOptions) => Effect.Effect<void>
  /**
   * Passes a provider's answer through and counts it. When 75 % of the amount held is used, another slice is held beside the stream:
   * no element waits unless the amount is spent. If the next slice is refused by then, the stream fails with the refusal. A slice is as
   * long as nine of ten of the last outputs of the key and model, at least 64 tokens.
   *
   * When its reader leaves, the source is told to stop and not waited for: one that hangs delays nothing. While the answer is read, the
   * lease is renewed only if something was read since the last renewal. When the scope closes, `onAbort: "drain"` interrupts a fiber that still
   * reads, and reads on alone.
   *
   * Each answer that is metered is an attempt at the request, and the attempts of a hold add up: of each counts the figure that it stated,
   * else the highest cost that was metered, also if it failed. A cost that `settle` states replaces the sum. An attempt that failed or was
   * left before anything of it was metered makes the whole unknown, unless `onAbort` is `estimate`.
   *
   * The stream fails with `InvalidInput` if a callback counts wrongly, and with `PriceUnknown` if a usage has no price (see `MeterOptions`).
   */
  readonly meter: <A, E, R>(
    stream: Stream.Stream<A, E, R>,
    options: MeterOptions<A>
  ) => Stream.Stream<A, E | ExtendFailure | InvalidInput, R>
}
