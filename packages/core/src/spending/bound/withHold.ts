import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { NewSettlement } from "../model/HoldInput.js"
import type { NewHold } from "../model/NewHold.js"
import { acquireBinding } from "./acquireHold.js"
import type { AcquireOptions, AuthorizeFailure, BoundHold, HoldServices, SendFailure } from "./BoundHold.js"

/** Options of a hold for one request, whose result may state what it cost. */
export interface WithHoldOptions<A> extends AcquireOptions {
  /**
   * What the result states of the cost. Undefined, and without this option, the hold is settled as it was metered, else ends as `onAbort` says:
   * a cost that nobody states is never 0.
   */
  readonly settlement?: ((result: A) => NewSettlement | undefined) | undefined
}

/**
 * Makes one request within a hold: sets an amount aside like `acquireHold`, marks it as sent, runs the request, and ends the hold.
 *
 * - A refusal fails it before the request is made.
 * - A result is returned in any case. If its settlement cannot be recorded, the hold is unknown, and a warning is logged: flagged
 *   `settlement_refused` if the settlement is invalid, or if `settlement` throws.
 * - A failure ends the hold by `hold.fail`: a status by which the provider refused releases it, else `onAbort` decides. So does an interruption.
 * - A request that ends its hold by itself (`settle`, `release`, `fail`, …) has the last word.
 *
 * @param work The request. Call `hold.sent` in it only to state the credential, model or provider of an attempt. Its scope is that of the hold.
 * @throws What `authorize` and `markSent` refuse, and what the request fails with.
 *
 * @example
 * import { NewHold, Usd, withHold } from "@tollgate/core"
 * import { Effect, Schema } from "effect"
 *
 * export const spend = <E>(key: string, request: Effect.Effect<{ readonly dollars?: number }, E>) =>
 *   Effect.gen(function* () {
 *     const input = yield* Schema.decode(NewHold)({ key, amount: 0.25, models: ["acme/writer"] })
 *     const settlement = ({ dollars }: { readonly dollars?: number }) =>
 *       dollars === undefined ? undefined : { cost: Usd.fromNumber(dollars) }
 *     return yield* withHold(input, { settlement }, () => request)
 *   })
 */
export const withHold = <A, E, R>(
  input: Omit<NewHold, "dry_run">,
  { settlement, ...options }: WithHoldOptions<A>,
  work: (hold: BoundHold) => Effect.Effect<A, E, R>
): Effect.Effect<A, AuthorizeFailure | E | SendFailure, Exclude<HoldServices | R, Scope.Scope>> =>
  Effect.scoped(
    Effect.flatMap(acquireBinding(input, options), ({ hold, serve }) =>
      serve(
        Effect.flatMap(hold.sent(), () => work(hold)),
        settlement
      )
    )
  )
