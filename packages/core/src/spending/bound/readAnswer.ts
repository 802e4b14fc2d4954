import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Take from "effect/Take"
import type { InvalidInput } from "../../schema/InvalidInput.js"
import type { ExtendFailure } from "./BoundHold.js"
import type { OutputCount } from "./countOutput.js"

/** A provider's answer on its way to the caller. */
export interface Answer<A, E, R> {
  readonly stream: Stream.Stream<A, E | ExtendFailure | InvalidInput, R>
  /** Reads what is left of the answer, for at most this long. One that failed or has stated its figure is not read. */
  readonly drain: (limit: Duration.DurationInput) => Effect.Effect<void>
  /** Stops reading. */
  readonly cancel: Effect.Effect<void>
}

/** An answer whose source is closed when its reader leaves, and not waited for: a source that hangs may never be closed. */
const abandoning = <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.fromPull(
    Effect.flatMap(
      Effect.acquireRelease(Scope.make(), (scope, exit) => Effect.forkDaemon(Scope.close(scope, exit))),
      (scope) => Scope.extend(Stream.toPull(stream), scope)
    )
  )

const countedBy = <A, E, R>(stream: Stream.Stream<A, E, R>, output: OutputCount<A>) =>
  Stream.tap(stream, (element) => Effect.zipRight(output.add(element), output.cover)).pipe(
    Stream.concat(Stream.execute(output.complete)),
    Stream.tapErrorCause(() => output.fail)
  )

/** An answer that is cancelled when its reader leaves. */
export const cancelled = <A, E, R>(stream: Stream.Stream<A, E, R>, output: OutputCount<A>): Answer<A, E, R> => ({
  stream: countedBy(abandoning(stream), output),
  drain: () => Effect.void,
  cancel: Effect.void
})

/**
 * An answer that a fiber of its own reads and counts, so that it goes on when its reader leaves: each element once its reader
 * wants it. When that fiber reads on without a reader, or stops, a fiber that still reads is interrupted.
 */
export const drained = <A, E, R>(stream: Stream.Stream<A, E, R>, output: OutputCount<A>): Answer<A, E, R> => {
  let leave: Effect.Effect<void> = Effect.void
  let pump: Fiber.Fiber<void> | undefined
  const read = Stream.unwrap(
    Effect.gen(function* () {
      const wanted = yield* Queue.bounded<void>(1)
      const takes = yield* Queue.bounded<Take.Take<A, E | ExtendFailure | InvalidInput>>(1)
      leave = Effect.zipRight(Queue.shutdown(wanted), Queue.shutdown(takes))
      // A queue that is shut down interrupts: there is no reader left to wait for.
      const pass = (take: Take.Take<A, E | ExtendFailure | InvalidInput>) =>
        Effect.asVoid(Effect.exit(Queue.offer(takes, take)))
      const reading = Stream.runForEach(abandoning(stream), (element) =>
        Effect.exit(Queue.take(wanted)).pipe(
          Effect.zipRight(output.add(element)),
          Effect.zipRight(pass(Take.of(element)))
        )
      ).pipe(
        Effect.matchCauseEffect({
          onFailure: (cause) => Effect.zipRight(output.fail, pass(Take.failCause(cause))),
          onSuccess: () => Effect.zipRight(output.complete, pass(Take.end))
        })
      )
      pump = yield* Effect.forkDaemon(Effect.interruptible(reading))
      const next = Effect.zipRight(Queue.offer(wanted, undefined), Queue.take(takes))
      return Stream.flattenTake(Stream.repeatEffect(next))
    })
  )
  return {
    stream: Stream.tap(read, () => Effect.tapErrorCause(output.cover, () => output.fail)),
    drain: (limit) =>
      Effect.suspend(() => {
        const { complete, failed, figure } = output.counted()
        if (pump === undefined || complete || failed || figure !== undefined) return Effect.void
        const ended = Effect.timeoutOption(Fiber.await(pump), limit)
        // A fiber of its own can be interrupted by the time limit, also while this one ends uninterruptibly.
        const waiting = Effect.flatMap(Effect.forkDaemon(Effect.interruptible(ended)), Fiber.await)
        return Effect.asVoid(Effect.zipRight(leave, waiting))
      }),
    cancel: Effect.suspend(() => Effect.zipRight(leave, pump === undefined ? Effect.void : Fiber.interruptFork(pump)))
  }
}
