import type { CallOptions, NewHold, NewSettlement, Spending, TokenUsage } from "@tollgate/client"
import { gatewayAccount } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { actAs, gatewayCallers } from "./actAs.js"
import { BoundHold, type HoldParts } from "./BoundHold.js"
import type { CallScope } from "./CallScope.js"
import type { CurrentRun } from "./CurrentRun.js"
import { HoldLife } from "./HoldLife.js"
import { localTransport, localTransportOf } from "./localTransport.js"
import { makeRequest, untilScopeCloses } from "./makeRequest.js"
import type { Renewals } from "./Renewals.js"

/** Options of `authorize` in process. */
export interface AuthorizeOptions extends CallOptions {
  /**
   * The longest time to wait while only open holds are in the way (`budget_held`, `too_many_in_flight`): milliseconds, or a text such as
   * `"5 seconds"`. Requests of an organization are judged in the order of their arrival, and one that fits passes those that do not. At most
   * 100 wait for one scope, and 1,000 of an organization. The ends of holds in this process and of leases wake them; one that waits for a
   * place in flight also asks each second for the ends of holds in other processes. `gate.close()` ends the wait with `GateClosed`.
   *
   * @default no time
   */
  readonly waitFor?: Duration.DurationInput | undefined
  /**
   * Whether `waitFor` waits for more, too, where budgets are spent (`budget_spent`): for a boost, another limit or the next window. `waitFor` is at
   * most 15 minutes then. What this process changes wakes those that wait; for what others change, the first of each scope asks each second. They
   * keep their order, and do not delay requests that wait for holds.
   *
   * @default false
   */
  readonly forMore?: boolean | undefined
  /**
   * What becomes of the hold if it was sent, and disposed of before its cost is known: `unknown` marks it unknown, `estimate` settles it with
   * the metered cost, at least `estimate`, and `drain` reads the metered answer to its end to learn the cost.
   *
   * @default "unknown"
   */
  readonly onAbort?: Core.AbortPolicy | undefined
  /**
   * The least cost that `onAbort: "estimate"` settles with, and what an attempt of which nothing is known costs: the price of the input, in USD or
   * as a usage that is priced as `extend` prices one.
   *
   * @default the amount that the hold was opened with, also in place of a usage without a price
   */
  readonly estimate?: number | TokenUsage | undefined
  /**
   * How long `onAbort: "drain"` reads on, in milliseconds or as a text, also if the answer hangs. After that the hold is marked unknown.
   *
   * @default 5 minutes
   */
  readonly drainFor?: Duration.DurationInput | undefined
}

/** Options of `withHold`. */
export interface WithHoldOptions<A> extends AuthorizeOptions {
  /**
   * What the result of the request states of its cost. Undefined, and without this option, the hold is settled as it was metered, else ends as
   * `onAbort` says: a cost that nobody states is never 0.
   */
  readonly settlement?: ((result: A) => NewSettlement | undefined) | undefined
}

/** Holds in process: `authorize` may wait, and the hold that it returns has methods of its own. */
export interface HostSpending extends Spending {
  /**
   * Sets an amount aside for a request, before it is sent to a provider. It is admitted only if every budget that applies has room
   * for it: those of the key, of guardrails, of runs, of the workspace and of the organization. State an `amount`, or a `usage` to set its price
   * aside. Repeating a call with the same `id` and terms returns the hold with `repeated: true`, while it is open and not sent.
   *
   * A call that is aborted by its `signal` has released what it has stored when it rejects, and has left the line of those that wait. If the
   * input has an `id`, a stored hold stays open until its lease ends, because the call may be repeated. A hold that is bound when the
   * signal is aborted is returned.
   *
   * Declare the hold with `await using`: it ends the hold as the outcome of the request requires. Otherwise settle, release or fail it: its
   * lease is renewed only from `sent` on. `withHold` does all of that for one request.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldConflict} if there is a hold with this `id` and other terms.
   * @throws {HoldEnded} if the hold with this `id` is not open any more, or was sent.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend; `key_state` says why.
   * @throws {PolicyRefused} if a guardrail does not allow the request; `reason` says why.
   * @throws {PriceUnknown} if the price book has no price for a `usage` of a model at `provider`; without one, also if several have a
   * price: `providers` has them.
   * @throws {RunRefused} if a run of the request is stopped, has ended, has made all its requests, does not exist, or has other limits than
   * stated; `reason` says which.
   * @throws {StorageFailure} if the storage failed. Nothing is admitted then.
   * @throws {TooManyInFlight} if a scope of the request has as many open holds as it admits; `scopes` has those.
   * @throws {TypeError} if `estimate` is neither an amount nor a usage.
   * @throws {UserNotInOrganization} if `user_id` is not a member of the organization.
   * @example
   * const request = { key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] }
   * await using hold = await gate.spending.authorize(request, { waitFor: "5 seconds" })
   * await hold.sent()
   * await hold.settle({ cost: 0.125 })
   */
  authorize(input: NewHold, options?: AuthorizeOptions): Promise<BoundHold>
  /**
   * Makes one request within a hold: sets an amount aside as `authorize` does, marks it as sent, calls `work`, and ends the hold. It needs no
   * `await using`.
   *
   * - A refusal rejects before `work` is called.
   * - What `work` resolves to is returned in any case. If its settlement cannot be recorded, the hold is `unknown`, and a warning is logged: flagged
   *   `settlement_refused` if the settlement is invalid, or if `settlement` throws.
   * - If `work` rejects, so does this, with the same reason, and the hold ends as by `hold.fail`: released if the provider refused the request, else
   *   as `onAbort` says. Let `work` make one request: an error with a status is taken for the provider's.
   * - A `work` that ends the hold by itself (`settle`, `release`, `fail`) has the last word.
   * - `signal` aborts the call until `work` begins. From then on, `work` decides: pass the signal on to what it calls. A result that comes
   *   all the same is settled and returned.
   * - The lease is renewed until `work` ends, also where it hangs: bound its time. `gate.close()` waits for it.
   *
   * @param work The request. Call `hold.sent` in it only to state the credential, model or provider of an attempt.
   * @throws What `authorize` and `hold.sent` reject with, and what `work` rejects with.
   * @throws {TypeError} if `work` is not a function. Nothing is held then.
   * @example
   * const complete = async () => ({ text: "Hello", usage: { input: 12, output: 1 } })
   * type Completion = Awaited<ReturnType<typeof complete>>
   * const request = { key: "tg_sk_…", model: "gpt-4o-mini", usage: { input: 20, output: 1_000 } }
   * const settlement = ({ usage }: Completion) => ({ usage })
   * const { text } = await gate.spending.withHold(request, { settlement }, complete)
   */
  withHold<A>(
    input: Omit<NewHold, "dry_run">,
    options: WithHoldOptions<A>,
    work: (hold: BoundHold) => PromiseLike<A>
  ): Promise<A>
}

const toEstimate = (estimate: number | TokenUsage | undefined) => {
  if (estimate === undefined) return undefined
  if (typeof estimate === "object") {
    return Either.getOrThrowWith(Codec.decode(Core.TokenUsage, estimate), Core.InvalidInput.fromParseError)
  }
  if (Number.isFinite(estimate) && estimate >= 0) return Core.Usd.fromNumber(estimate)
  throw new TypeError("estimate must be an amount in USD, or a usage")
}

const decode = (input: NewHold) => Either.mapLeft(Codec.decode(Core.NewHold, input), Core.InvalidInput.fromParseError)

/** What all holds of a gate share. */
export interface GateCalls {
  readonly calls: CallScope<Core.Services>
  readonly current: CurrentRun
  readonly renewals: Renewals
}

type Authorizing<A, E> = Effect.Effect<A, E, Core.HoldServices>

/** Runs authorizations as a gateway: a given one, whose context is made once, or one that each call looks up. */
const asGateway = <E>(gateway: Core.Gateway | Effect.Effect<Core.Gateway, E, Core.Services>, { calls }: GateCalls) => {
  if (Effect.isEffect(gateway)) {
    const callers = Effect.map(gateway, (found) => Context.make(Core.GatewayCaller, found))
    return <A, E2>(opened: Authorizing<A, E2>, options: CallOptions) =>
      calls.run(
        Effect.flatMap(callers, (callers) => actAs(callers, opened)),
        options
      )
  }
  const context = Context.add(calls.runtime.context, Core.GatewayCaller, gateway)
  return <A, E2>(opened: Authorizing<A, E2>, options: CallOptions) => calls.runIn(context, opened, options)
}

/** The holds of a gateway in process, with methods of their own. */
export const hostSpending = <E>(
  gateway: Core.Gateway | Effect.Effect<Core.Gateway, E, Core.Services>,
  gate: GateCalls
): HostSpending => {
  const { calls, current, renewals } = gate
  const run = asGateway(gateway, gate)
  const transport = Effect.isEffect(gateway)
    ? localTransport(Effect.map(gateway, gatewayCallers), calls.run)
    : localTransportOf(gatewayCallers(gateway), calls)
  /** Takes a hold, and hands it to `take`, which is not interrupted. */
  const taking = <A, R>(
    input: NewHold,
    { drainFor, estimate, forMore, onAbort, waitFor }: AuthorizeOptions,
    take: (parts: HoldParts) => Effect.Effect<A, never, R>
  ) => {
    const least = toEstimate(estimate)
    return Effect.flatMap(Effect.context<Core.HoldServices>(), (services) =>
      Effect.flatMap(decode(input), (given) =>
        Core.takeHold(
          given,
          { waitFor, forMore },
          (authorized) => {
            const binding = Core.bindHold(services, authorized, { onAbort, estimate: least, drainFor })
            return take({
              binding,
              calls,
              life: new HoldLife({ binding, calls, length: given.lease_seconds * 1000, renewals })
            })
          },
          calls.closed
        )
      )
    )
  }
  return {
    ...current.within(gatewayAccount(transport).spending),
    authorize: async (stated, options = {}) => {
      // Here, because the fiber may go on in the context of another one.
      const input = current.add(stated)
      let hold: BoundHold | undefined
      const opened = taking(input, options, (parts) => Effect.sync(() => (hold = new BoundHold(parts))))
      try {
        return await run(opened, options)
      } catch (reason) {
        // A hold that was made before the interruption arrived is the caller's.
        if (hold !== undefined) return hold
        throw reason
      }
    },
    withHold: async (input, given, work) => {
      if (typeof work !== "function") throw new TypeError("withHold(input, options, work): work is not a function")
      const { settlement, ...options } = given
      return makeRequest({ taken: taking(current.add(input), options, untilScopeCloses), work, settlement }, (served) =>
        run(served, options)
      )
    }
  }
}
