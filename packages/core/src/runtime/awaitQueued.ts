import * as Effect from "effect/Effect"

/**
 * Queues an act and waits for its answer. An interruption leaves the queue, or waits for the answer. `Effect.async` alone listens for
 * interruptions only a step after it has begun: one that came between would leave the act queued, with its caller gone.
 *
 * @param enter Queues the act, which is answered once. Returns what takes it out of the queue, and tells whether it was still there.
 */
export const awaitQueued = <A, E>(
  enter: (answer: (result: Effect.Effect<A, E>) => void) => () => boolean
): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) => {
    let answer: Effect.Effect<A, E> | undefined
    let resumeCaller = () => {}
    const leave = enter((result) => {
      answer = result
      resumeCaller()
    })
    const answered = Effect.async<void>((resume) => {
      resumeCaller = () => resume(Effect.void)
      if (answer !== undefined) resumeCaller()
    })
    return Effect.onInterrupt(restore(answered), () => (leave() ? Effect.void : answered)).pipe(
      Effect.flatMap(() => answer ?? Effect.never)
    )
  })
