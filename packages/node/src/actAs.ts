import {
  Caller,
  type Gateway,
  GatewayCaller,
  GatewayKeyRequired,
  isManaging,
  LedgerCaller,
  ManagementCaller,
  ManagementKeyRequired,
  type Principal,
  ServeCredentials
} from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"

/** The callers as which a program may run. */
export type Callers = Context.Context<never>

/** The same callers and a gateway. In the process with the master key, it may open the credentials of its holds. */
const gatewayOf = (callers: Callers, gateway: Gateway): Callers =>
  Context.add(Context.add(callers, GatewayCaller, gateway), ServeCredentials, true)

/** The callers that a principal is. The host is also a gateway. */
export const principalCallers = (principal: Principal): Callers => {
  const caller = Context.make(Caller, principal)
  if (!isManaging(principal)) return caller
  const manager = Context.add(caller, ManagementCaller, principal)
  const reader = Context.add(manager, LedgerCaller, principal)
  return principal.kind === "host" ? gatewayOf(reader, principal) : reader
}

/** The callers that a gateway is. */
export const gatewayCallers = (gateway: Gateway): Callers => gatewayOf(Context.make(LedgerCaller, gateway), gateway)

/**
 * Runs a program as these callers. The context of the fiber is changed and not restored, because each call has its own fiber;
 * restoring is most of the cost of `Effect.provide`.
 */
export const actAs = <I, A, E, R>(callers: Context.Context<I>, program: Effect.Effect<A, E, R>) =>
  Effect.zipRight(
    FiberRef.update(FiberRef.currentContext, Context.merge(callers)),
    // The fiber's context has the callers by then.
    program as Effect.Effect<A, E, Exclude<R, Caller | I>>
  )

/** Runs a program that requires a caller, or refuses it if `actAs` has not provided that caller. */
const requiring =
  <I, S, Refused>(caller: Context.Tag<I, S>, refuse: () => Refused) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.flatMap(
      Effect.serviceOption(caller),
      (found): Effect.Effect<A, E | Refused, Exclude<R, I>> =>
        // Where it is found, the fiber's context has it for the program.
        Option.isSome(found) ? (program as Effect.Effect<A, E, Exclude<R, I>>) : Effect.fail(refuse())
    )

/** Runs a management program, or fails with `ManagementKeyRequired` if the caller may not manage the account. */
export const manage = requiring(ManagementCaller, () => new ManagementKeyRequired())

/** Runs a program that reads holds, or fails with `ManagementKeyRequired` if the caller may not read them. */
export const readLedger = requiring(LedgerCaller, () => new ManagementKeyRequired())

/** Runs a program of a gateway, or fails with `GatewayKeyRequired` if the caller is none. */
export const spend = requiring(GatewayCaller, () => new GatewayKeyRequired())
