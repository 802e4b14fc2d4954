import { Caller, isManaging, ManagementCaller, ManagementKeyRequired, type Principal } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

const callers = (principal: Principal): Context.Context<Caller> => {
  const caller = Context.make(Caller, principal)
  return isManaging(principal) ? Context.add(caller, ManagementCaller, principal) : caller
}

/**
 * Runs a program as a principal, with `Caller` and, if the principal may manage the account, `ManagementCaller`. The context of
 * the fiber is changed and not restored, because each call has its own fiber; restoring is most of the cost of `Effect.provide`.
 */
export const actAs = <A, E, R>(principal: Principal, program: Effect.Effect<A, E, R>) =>
  Effect.zipRight(
    FiberRef.update(FiberRef.currentContext, Context.merge(callers(principal))),
    // The fiber's context has the caller by then.
    program as Effect.Effect<A, E, Exclude<R, Caller>>
  )

/** Runs a management program, or fails with `ManagementKeyRequired` if the caller may not manage the account. */
export const manage = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    Caller,
    (caller): Effect.Effect<A, E | ManagementKeyRequired, Exclude<R, ManagementCaller>> =>
      // `actAs` has provided it together with the caller.
      isManaging(caller)
        ? (program as Effect.Effect<A, E, Exclude<R, ManagementCaller>>)
        : Effect.fail(new ManagementKeyRequired())
  )
