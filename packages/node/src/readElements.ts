import { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

type Next<A> = { readonly done?: false; readonly value: A } | { readonly done: true }

/** Where elements come from, and how to tell that no more are wanted. */
interface Source<A> {
  readonly next: () => Next<A> | Promise<Next<A>>
  readonly stop: () => unknown
  /** Called after the end. */
  readonly release: () => void
}

const isAsync = <A>(answer: AsyncIterable<A> | Iterable<A>): answer is AsyncIterable<A> =>
  Symbol.asyncIterator in Object(answer)

const open = <A>(answer: AsyncIterable<A> | Iterable<A>): Source<A> => {
  if (answer instanceof ReadableStream) {
    const reader: ReadableStreamDefaultReader<A> = answer.getReader()
    const release = () => reader.releaseLock()
    const stop = () => {
      const cancelled = reader.cancel()
      release()
      return cancelled
    }
    return { next: () => reader.read(), stop, release }
  }
  const iterator = isAsync(answer) ? answer[Symbol.asyncIterator]() : answer[Symbol.iterator]()
  // The iterators of streams begin to stop only when the element that they wait for has come.
  const stop = answer instanceof Readable ? () => answer.destroy() : () => iterator.return?.()
  return { next: () => iterator.next(), stop, release: () => {} }
}

/** Calls something that may fail, at once or later, and needs no answer. */
const tell = (stop: () => unknown) => void (async () => stop())().catch(() => undefined)

/**
 * The elements of an answer. When its reader leaves, the answer is told to stop, once, and not waited for: one that hangs may never
 * answer. A `ReadableStream` is cancelled, a `Readable` destroyed, and another iterator asked to return. The signal stops it, too: its
 * reader fails with the reason.
 */
export const readElements = <A>(
  answer: AsyncIterable<A> | Iterable<A>,
  signal: AbortSignal
): Stream.Stream<A, unknown> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const { next, release, stop } = yield* Effect.try({ try: () => open(answer), catch: identity })
      let isOpen = true
      let fail = (_: unknown) => {}
      const close = () => {
        if (isOpen) tell(stop)
        isOpen = false
      }
      const abort = () => {
        close()
        fail(signal.reason)
      }
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          signal.removeEventListener("abort", abort)
          close()
        })
      )
      signal.addEventListener("abort", abort)
      return Stream.repeatEffectOption(
        Effect.async<A, Option.Option<unknown>>((resume) => {
          fail = (reason) => resume(Effect.fail(Option.some(reason)))
          if (!isOpen) return fail(signal.reason)
          const ended = (failure: Option.Option<unknown>) => {
            if (isOpen) release()
            isOpen = false
            resume(Effect.fail(failure))
          }
          Promise.resolve()
            .then(next)
            .then(
              (result) => (result.done ? ended(Option.none()) : resume(Effect.succeed(result.value))),
              (reason) => ended(Option.some(reason))
            )
        })
      )
    })
  )
