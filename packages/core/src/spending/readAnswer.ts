import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type * as Take from "effect/Take"
import type { InvalidInput } from "../schema/InvalidInput.js"
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

/** An answer that a fiber of its own reads, so that it goes on when its reader leaves. */
export const drained = <A, E, R>(stream: Stream.Stream<A, E, R>, output: OutputCount<A>): Answer<A, E, R> => {
  let rest: Effect.Effect<void, E | InvalidInput> = Effect.void
  let pump: Fiber.Fiber<unknown> | undefined
  const read = Stream.unwrap(
    Effect.gen(function* () {
      const queue = yield* Queue.bounded<Take.Take<A, E>>(1)
      // One element at a time, so that none is lost with a reader that leaves.
      const reading = Stream.runIntoQueue(Stream.rechunk(abandoning(stream), 1), queue)
      pump = yield* Effect.forkDaemon(Effect.interruptible(reading))
      const elements = Stream.flattenTake(Stream.fromQueue(queue, { maxChunkSize: 1 }))
      rest = Effect.zipRight(Stream.runForEach(elements, output.add), output.complete)
      return elements
    })
  )
  return {
    stream: countedBy(read, output),
    drain: (limit) =>
      Effect.suspend(() => {
        const { complete, failed, figure } = output.counted()
        if (complete || failed || figure !== undefined) return Effect.void
        const reading = Effect.exit(Effect.timeoutOption(rest, limit))
        // A fiber of its own can be interrupted by the time limit, also while this one ends uninterruptibly.
        return Effect.asVoid(Effect.flatMap(Effect.forkDaemon(Effect.interruptible(reading)), Fiber.await))
      }),
    cancel: Effect.suspend(() => (pump === undefined ? Effect.void : Fiber.interruptFork(pump)))
  }
}
