import { AsyncResource } from "node:async_hooks"
import type { NewSettlement } from "@tollgate/client"
import type * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import { BoundHold, type HoldParts, toSettlement } from "./BoundHold.js"

/** A request, and the hold that it is made within. */
interface HeldRequest<A, E> {
  readonly taken: Effect.Effect<HoldParts, E, Core.HoldServices | Scope.Scope>
  readonly work: (hold: BoundHold) => PromiseLike<A>
  readonly settlement: ((result: A) => NewSettlement | undefined) | undefined
}

/** Ends a hold when its scope closes. */
export const untilScopeCloses = (parts: HoldParts): Effect.Effect<HoldParts, never, Scope.Scope> => {
  const { binding, life } = parts
  const closing = Effect.addFinalizer((exit) => Effect.map(binding.end(exit), () => life.end()))
  return Effect.as(closing, parts)
}

const decodeStated = (stated: NewSettlement | undefined) =>
  stated && Either.getOrThrowWith(toSettlement(stated), identity)

/**
 * Makes a request within a hold, as one call: a gate that closes waits for it. Once `work` has begun, the call is not interrupted, and returns
 * what it returns.
 */
export const makeRequest = async <A, E>(
  { settlement, taken, work }: HeldRequest<A, E>,
  run: (served: Effect.Effect<unknown, unknown, Core.HoldServices>) => Promise<unknown>
): Promise<A> => {
  // Fibers that store for several callers resume this one.
  const caller = new AsyncResource("tollgate.withHold", { requireManualDestroy: true })
  let made: Promise<A> | undefined
  const make = async (parts: HoldParts) => {
    parts.life.keep()
    return work(new BoundHold(parts))
  }
  const served = Effect.uninterruptibleMask((restore) =>
    Effect.scoped(
      Effect.flatMap(restore(taken), (parts) => {
        const { binding } = parts
        const request = Effect.tryPromise({
          try: () => (made = caller.runInAsyncScope(make, undefined, parts)),
          catch: identity
        })
        const sent = restore(binding.hold.sent())
        return binding.serve(Effect.zipRight(sent, request), (result) => decodeStated(settlement?.(result)))
      })
    )
  )
  // Its own error is not handed to `run`, which gives errors another stack.
  const isMade = Effect.catchAllCause(served, (cause) => (made === undefined ? Effect.failCause(cause) : Effect.void))
  try {
    await run(isMade)
  } catch (reason) {
    if (made === undefined) throw reason
  }
  // The call has rejected, unless the request was made.
  return made as Promise<A>
}
