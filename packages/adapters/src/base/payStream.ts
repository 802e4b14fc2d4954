import type { BoundHold, NewSettlement, TokenUsage } from "@tollgate/node"
import type { CheckedBudget, Reservation } from "./Budget.js"
import { refusalIn } from "./refusalIn.js"

/** A request whose answer is a stream of parts, one of which may state its cost. */
export interface PaidStream<A, P> {
  /** What to set aside for it. More is held as the answer grows. */
  readonly reservation: Reservation & { readonly model: string; readonly usage: TokenUsage }
  /** Sends the request. */
  readonly send: () => PromiseLike<A>
  /** The parts of the answer. A `ReadableStream` is cancelled when its reader leaves. */
  readonly parts: (answer: A) => AsyncIterable<P>
  /** The number of output tokens in a part, for which an upper bound will do. */
  readonly tokens: (part: P) => number
  /** What a part states of the cost of the whole answer. */
  readonly settlement: (part: P) => NewSettlement | undefined
  /** The error that a part states. Undefined for none. @default none */
  readonly error?: ((part: P) => unknown) | undefined
  /** The part by which the reader learns why Tollgate ended the answer. Without it, the stream fails with the refusal. */
  readonly refused?: ((refusal: unknown) => P) | undefined
  readonly signal?: AbortSignal | undefined
}

/** An answer, and its parts to read in their place. */
export interface PaidAnswer<A, P> {
  readonly answer: A
  readonly stream: ReadableStream<P>
}

/**
 * Makes a request whose answer outlives the call, within a hold that ends with the stream. Rejects with the refusal before the request is sent,
 * or with what `send` rejects with. If more is refused while the answer comes, the stream ends with the refusal. A reader that stops without
 * cancelling leaves the hold to its lease.
 */
export const payStream = async <A, P>(budget: CheckedBudget, paid: PaidStream<A, P>): Promise<PaidAnswer<A, P>> => {
  const { forMore, holdFor, onAbort, spending, waitFor } = budget
  const { reservation, parts, send, signal } = paid
  const estimate = { ...reservation.usage, output: 0 }
  const options = { estimate, onAbort, waitFor, forMore, ...(signal && { signal }) }
  const hold = await spending.authorize(await holdFor(reservation), options)
  try {
    await hold.sent()
    const answer = await send()
    return { answer, stream: metered(budget, paid, hold, parts(answer)) }
  } catch (error) {
    await hold.fail(error)
    throw error
  }
}

const metered = <A, P>(
  { onAbort, onMissingUsage }: CheckedBudget,
  { reservation, error, refused, settlement, signal, tokens }: PaidStream<A, P>,
  hold: BoundHold,
  parts: AsyncIterable<P>
): ReadableStream<P> => {
  let counted = 0
  let stated: NewSettlement | undefined
  let broken: unknown
  const reader = hold
    .meter(parts, {
      tokens: (part) => {
        const more = tokens(part)
        counted += more
        return more
      },
      usage: (output) => ({ ...reservation.usage, output }),
      settlement: (part) => {
        const found = settlement(part)
        stated = found ?? stated
        return found
      },
      error: (part) => (broken ??= error?.(part))
    })
    [Symbol.asyncIterator]()

  let isOver = false
  const end = async (act: () => Promise<unknown>) => {
    if (isOver) return
    isOver = true
    signal?.removeEventListener("abort", abort)
    // If storage fails, the lease ends the hold, which was sent.
    await act().catch(() => undefined)
  }
  /** Ends an answer that was not read to its end. With `drain`, the rest is read beside. */
  const leave = async (act: () => Promise<unknown>) => {
    const ended = end(act)
    if (onAbort !== "drain") await ended
  }
  // The framework may stop reading on an abort without cancelling the stream.
  const abort = () => void leave(() => hold.fail(signal?.reason))
  signal?.addEventListener("abort", abort)
  if (signal?.aborted) abort()
  const complete = () => {
    if (broken !== undefined) return hold.fail(broken)
    if (stated !== undefined) return hold[Symbol.asyncDispose]()
    if (onMissingUsage !== "estimate") return hold.markUnknown()
    return hold.settle({ usage: { ...reservation.usage, output: counted }, basis: "estimate" })
  }

  return new ReadableStream<P>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.next()
          if (!done) return controller.enqueue(value)
          await end(complete)
        } catch (reason) {
          await leave(() => hold.fail(reason))
          if (refused === undefined || refusalIn(reason) === undefined || signal?.aborted) {
            return controller.error(signal?.aborted ? signal.reason : reason)
          }
          controller.enqueue(refused(reason))
        }
        controller.close()
      },
      cancel: () => leave(() => hold[Symbol.asyncDispose]())
    },
    { highWaterMark: 0 }
  )
}
