import { Caller, isManaging, ManagementCaller, ManagementKeyRequired, type Principal } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

const callers = (principal: Principal): Context.Context<Caller> => {
  const caller = Context.make(Caller, principal)
  return isManaging(principal) ? Context.add(caller, ManagementCaller, principal) : caller
}

/**
 * Does all that the fiber does from here on for a principal: as the caller and, where it may manage the account, as that too. A
 * call has a fiber of its own, so nothing has to be put back afterwards, which is most of what `Effect.provide` costs.
 */
export const actAs = <A, E, R>(principal: Principal, program: Effect.Effect<A, E, R>) =>
  Effect.zipRight(
    FiberRef.update(FiberRef.currentContext, Context.merge(callers(principal))),
    // What it requires of the caller, the fiber has by then.
    program as Effect.Effect<A, E, Exclude<R, Caller>>
  )

/** Runs a program that manages the account for the caller, who must have the right to. */
export const manage = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Caller,
    (caller): Effect.Effect<A, E | ManagementKeyRequired, Exclude<R, ManagementCaller>> =>
      // Who may manage stands beside the caller.
      isManaging(caller)
        ? (program as Effect.Effect<A, E, Exclude<R, ManagementCaller>>)
        : Effect.fail(new ManagementKeyRequired())
  )
