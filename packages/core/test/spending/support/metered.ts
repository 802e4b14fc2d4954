import { type BoundHold, type HoldOptions, type MeterOptions, Usd } from "@tollgate/core"
import { Effect, Exit, Queue, Stream } from "effect"
import { openBound } from "./bound.js"
import { usd } from "./samples.js"

/** A piece of an answer: output tokens, or at last the cost that the provider states. */
export type Piece = { readonly tokens: number } | { readonly cost: number }

export const piece = (tokens: number): Piece => ({ tokens })
export const pieces = (count: number, tokens: number) => Array.from({ length: count }, () => piece(tokens))

/** Each output token costs a cent. */
export const metering: Extract<MeterOptions<Piece>, { readonly usage?: undefined }> = {
  tokens: (piece) => ("tokens" in piece ? piece.tokens : 0),
  cost: (tokens) => Usd.fromNumber(tokens / 100),
  settlement: (piece) => ("cost" in piece ? { cost: usd(piece.cost), basis: "provider" } : undefined)
}

export const opened = (limit: number, options?: HoldOptions) =>
  Effect.gen(function* () {
    const bound = yield* openBound(limit)
    let id = ""
    const within = <A, E, R>(use: (hold: BoundHold) => Effect.Effect<A, E, R>) =>
      bound.acquire(options).pipe(
        Effect.tap(({ authorized }) => Effect.sync(() => (id = authorized.data.id))),
        Effect.tap((hold) => hold.sent()),
        Effect.flatMap(use),
        Effect.scoped
      )
    const current = Effect.suspend(() => bound.read(id))
    const outcome = Effect.map(current, ({ amount, basis, cost, state }) => ({
      amount: Usd.toNumber(amount),
      basis,
      cost,
      state
    }))
    return { ...bound, within, current, outcome }
  })

/** An answer that goes on as the test feeds it, and whether it was cancelled. */
export const fed = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<Piece>()
  let cancelled = false
  const stream = Stream.fromQueue(queue).pipe(
    Stream.takeUntil((piece) => "cost" in piece),
    Stream.ensuringWith((exit) => Effect.sync(() => (cancelled = Exit.isFailure(exit))))
  )
  return { stream, feed: (piece: Piece) => Queue.offer(queue, piece), cancelled: () => cancelled }
})
