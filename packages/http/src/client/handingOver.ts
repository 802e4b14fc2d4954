import { type NewHold, newHoldId } from "@tollgate/core/models"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Call } from "./byOperation.js"
import { keepWireForm, wireFormOf } from "./wireForm.js"

/** How long an answer is waited for that its caller does not wait for any more. */
const MAX_WAIT = "30 seconds"

/** Whether a creation that has ended so, or has not ended, may have stored a hold that nobody has. */
const isAbandoned = (ended: Option.Option<Exit.Exit<unknown, unknown>>): boolean => {
  if (Option.isNone(ended)) return true
  const { value: exit } = ended
  // A repetition is somebody's, and a refusal has stored nothing.
  if (Exit.isSuccess(exit)) return !(Predicate.hasProperty(exit.value, "repeated") && exit.value.repeated === true)
  return Option.match(Cause.failureOption(exit.cause), {
    onNone: () => true,
    onSome: (failure) => Predicate.isTagged(failure, "RequestFailed")
  })
}

/**
 * Creates holds under new ids. If the caller is interrupted before the answer has come, the request goes on in the background, and its hold
 * is released: the server may not have seen the request yet, so a release could overtake it. A hold whose id the caller gives is
 * left to its lease, because the caller may repeat the request.
 *
 * @param create Creates a hold.
 * @param release Releases a hold.
 */
export const handingOver =
  (create: Call, release: Call): Call =>
  (request) => {
    // The type is that of the operation.
    const { payload } = request as { readonly payload: NewHold }
    if (payload.id !== undefined || payload.dry_run === true) return create(request)
    return Effect.flatMap(newHoldId, (id) => {
      const form = wireFormOf(payload)
      const named = { ...payload, id }
      const creating = create({
        ...request,
        payload: form === undefined ? named : keepWireForm(named, { ...Object(form), id })
      })
      const undo = Effect.ignore(Effect.timeout(release({ path: { id } }), MAX_WAIT))
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDaemon(Effect.interruptible(creating)), (fiber) => {
          const abandon = Effect.timeoutOption(Fiber.await(fiber), MAX_WAIT).pipe(
            Effect.tap((ended) => (Option.isNone(ended) ? Fiber.interrupt(fiber) : Effect.void)),
            Effect.flatMap((ended) => (isAbandoned(ended) ? undo : Effect.void)),
            Effect.interruptible
          )
          return Effect.catchAllCause(restore(Effect.flatten(Fiber.await(fiber))), (cause) => {
            const failed = Effect.failCause(cause)
            return Cause.isInterrupted(cause) ? Effect.zipRight(Effect.forkDaemon(abandon), failed) : failed
          })
        })
      )
    })
  }
