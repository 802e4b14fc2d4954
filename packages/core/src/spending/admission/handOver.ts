import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { HoldId } from "../model/HoldId.js"
import { release } from "./release.js"

/** The id that an admission has made for a hold that may be stored; null if it has stored none, or the caller gave the id. */
export class MadeId {
  current: HoldId | null = null
}

/** Releases a hold whose caller has gone, if it was stored. It does not fail: if storage does, the lease ends the hold. */
export const releaseAbandoned = (id: string) =>
  release(id).pipe(
    // The admission has stored nothing.
    Effect.catchTag("HoldNotFound", () => Effect.void),
    Effect.catchAllCause((cause) =>
      Effect.logWarning("a hold whose caller has gone was not released, and ends with its lease", cause)
    )
  )

/**
 * Hands the answer of an admission over to its caller. If the caller is interrupted before, also while the hold is being stored, the
 * hold is released before the interruption ends, unless the caller gave its id: it may repeat the admission. Nobody else can have
 * repeated an id that was made for this call.
 *
 * @param admit Notes the id that it makes.
 * @param take Takes the answer, uninterruptibly.
 */
export const handOver = <A, E, R, B, E2, R2>(
  admit: (made: MadeId) => Effect.Effect<A, E, R>,
  take: (answer: A) => Effect.Effect<B, E2, R2>
) =>
  Effect.uninterruptibleMask((restore) => {
    const made = new MadeId()
    return Effect.matchCauseEffect(restore(admit(made)), {
      onFailure: (cause) => {
        const { current } = made
        // A refusal has stored nothing.
        const isAnswered = Cause.isFailure(cause) && !Cause.isInterrupted(cause)
        return current === null || isAnswered
          ? Effect.failCause(cause)
          : Effect.zipRight(releaseAbandoned(current), Effect.failCause(cause))
      },
      onSuccess: take
    })
  })
