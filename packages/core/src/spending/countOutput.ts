import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Usd from "../values/Usd.js"
import type { ExtendFailure, MeterOptions } from "./BoundHold.js"
import type { NewSettlement } from "./Settlement.js"

/** The hold whose money an answer uses up. */
interface Source {
  readonly held: () => Usd.Usd
  readonly extend: (amount: Usd.Usd) => Effect.Effect<unknown, ExtendFailure>
  /** The number of tokens to hold at a time. */
  readonly slice: () => number
}

/** What is known of an answer so far. */
export interface Counted {
  readonly tokens: number
  readonly metered: Usd.Usd
  /** The provider's own figure. */
  readonly figure: NewSettlement | undefined
  /** Whether the answer was read to its end. */
  readonly complete: boolean
  /** Whether the answer was cut, because its next slice was not held. */
  readonly cut: boolean
}

/** Counts the elements of an answer. */
export interface OutputCount<A> {
  /** Counts an element, and returns whether `cover` must run before the element is passed on. */
  readonly add: (element: A) => boolean
  /** Holds another slice: beside the answer, or before anything else if the amount held is spent. */
  readonly cover: Effect.Effect<void, ExtendFailure>
  readonly complete: () => void
  readonly counted: () => Counted
}

/** The amount of which a cost is 75 %, rounded up: held then, it is extended again a slice later. */
const withReserve = (cost: Usd.Usd): Usd.Usd => Usd.Usd.make((cost * 4n + 2n) / 3n, true)

export const countOutput = <A>(options: MeterOptions<A>, source: Source): OutputCount<A> => {
  let tokens = 0
  let metered = Usd.zero
  let figure: NewSettlement | undefined
  let complete = false
  let cut = false
  let refused = false
  let extending: Fiber.Fiber<unknown, unknown> | undefined

  const isLow = () => metered * 4n > source.held() * 3n
  const isSpent = () => metered > source.held()
  const nextSlice = () => options.cost(tokens + source.slice())

  // The amount is not spent yet, so a refusal is not final: the next slice is asked for once more when it is.
  const extendBeside = Effect.suspend(() => source.extend(withReserve(nextSlice()))).pipe(
    Effect.catchAll(() => Effect.sync(() => (refused = true))),
    Effect.ensuring(Effect.sync(() => (extending = undefined))),
    Effect.interruptible,
    Effect.forkDaemon,
    Effect.tap((fiber) => Effect.sync(() => (extending = fiber.unsafePoll() === null ? fiber : undefined)))
  )

  const extendNow = Effect.suspend(() => source.extend(nextSlice())).pipe(
    Effect.tapBoth({
      onFailure: () => Effect.sync(() => (cut = true)),
      onSuccess: () => Effect.sync(() => (refused = false))
    })
  )

  const settled = Effect.suspend(() => (extending === undefined ? Effect.void : Fiber.await(extending)))

  return {
    add: (element) => {
      figure = options.settlement?.(element) ?? figure
      tokens += options.tokens(element)
      metered = options.cost(tokens)
      return isSpent() || (isLow() && extending === undefined && !refused)
    },
    cover: Effect.suspend((): Effect.Effect<unknown, ExtendFailure> => {
      if (!isSpent()) return extendBeside
      return Effect.zipRight(
        settled,
        Effect.suspend(() => (isSpent() ? extendNow : Effect.void))
      )
    }).pipe(Effect.asVoid),
    complete: () => {
      complete = true
    },
    counted: () => ({ tokens, metered, figure, complete, cut })
  }
}
