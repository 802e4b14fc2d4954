import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Order from "effect/Order"
import { Usage } from "../../prices/Usage.js"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import * as Usd from "../../values/Usd.js"
import type { NewSettlement } from "../model/HoldInput.js"
import type { ExtendFailure, MeterOptions } from "./BoundHold.js"

const greater = Order.max<Usd.Usd>(Order.bigint)

/** The hold whose money an attempt uses up. */
interface Source {
  readonly held: () => Usd.Usd
  /** What the other attempts have used of it. */
  readonly others: () => Usd.Usd
  readonly extend: (amount: Usd.Usd) => Effect.Effect<unknown, ExtendFailure>
  /** The price of a usage of the attempt. */
  readonly price: (usage: Usage) => Effect.Effect<Usd.Usd, ExtendFailure>
  /** The number of tokens to hold at a time. */
  readonly slice: () => number
}

/** What is known of an attempt so far. */
export interface Counted {
  readonly tokens: number
  /** The highest cost that was metered. */
  readonly metered: Usd.Usd
  /** The provider's own figure. */
  readonly figure: NewSettlement | undefined
  /** Whether the answer was read to its end, and stated no error. */
  readonly complete: boolean
  /** Whether the answer ended with a failure. Nothing more of it is read. */
  readonly failed: boolean
  /** Whether the metering ended with a wrong count, so that what was metered says nothing. */
  readonly miscounted: boolean
}

/** Counts the elements of an attempt's answer. */
export interface OutputCount<A> {
  /** Counts an element. */
  readonly add: (element: A) => Effect.Effect<void, ExtendFailure | InvalidInput>
  /** Holds another slice if one is needed: beside the answer, or before anything else if the amount held is spent. */
  readonly cover: Effect.Effect<void, ExtendFailure | InvalidInput>
  readonly complete: Effect.Effect<void>
  readonly fail: Effect.Effect<void>
  readonly counted: () => Counted
}

/** The amount of which a cost is 75 %, rounded up: held then, it is extended again a slice later. */
const withReserve = (cost: Usd.Usd): Usd.Usd => Usd.Usd.make((cost * 4n + 2n) / 3n, true)

const invalid = (path: ReadonlyArray<string>, expected: string) => new InvalidInput({ issues: [{ path, expected }] })

/** Checks a usage that a callback has counted. */
const checked = (parts: typeof Usage.Encoded): Usage =>
  Either.getOrThrowWith(decode(Usage, parts), (error) => {
    const { issues } = InvalidInput.fromParseError(error)
    return new InvalidInput({ issues: issues.map(({ expected, path }) => ({ path: ["usage", ...path], expected })) })
  })

// These throw `InvalidInput` if a callback counts wrongly.

const settlementOf = <A>(options: MeterOptions<A>, element: A): NewSettlement | undefined => {
  const stated = options.settlement?.(element)
  if (stated?.cost !== undefined && stated.cost < 0n) {
    throw invalid(["settlement", "cost"], "an amount of at least 0 USD")
  }
  return stated
}

const tokensWith = <A>(options: MeterOptions<A>, before: number, element: A): number => {
  const sum = before + options.tokens(element)
  if (!(sum >= before && Number.isFinite(sum))) throw invalid(["tokens"], "a finite number of at least 0")
  return sum
}

const costOf = <A>(
  options: MeterOptions<A>,
  { price }: Source,
  tokens: number
): Effect.Effect<Usd.Usd, ExtendFailure> => {
  if (options.usage !== undefined) return price(checked(options.usage(tokens)))
  const cost = options.cost(tokens)
  if (cost < 0n) throw invalid(["cost"], "an amount of at least 0 USD")
  return Effect.succeed(cost)
}

export const countOutput = <A>(options: MeterOptions<A>, source: Source): OutputCount<A> => {
  let tokens = 0
  let metered = Usd.zero
  let figure: NewSettlement | undefined
  let complete = false
  let failed = false
  let miscounted = false
  let hasError = false
  let refused = false
  let extending: Fiber.Fiber<unknown, unknown> | undefined

  const used = () => Usd.add(source.others(), metered)
  const isLow = () => used() * 4n > source.held() * 3n
  const isSpent = () => used() > source.held()

  /** Reads from a callback. What it throws ends the metering: a wrong count must not become a cost. */
  const counting = <B>(read: () => B): Effect.Effect<B, InvalidInput> =>
    Effect.suspend((): Effect.Effect<B, InvalidInput> => {
      try {
        return Effect.succeed(read())
      } catch (thrown) {
        miscounted = true
        return thrown instanceof InvalidInput ? Effect.fail(thrown) : Effect.die(thrown)
      }
    })

  /** The cost of so many tokens: not below what was metered, so that a cost that falls gives nothing back. */
  const meteredFor = (tokens: number) => Effect.map(costOf(options, source, tokens), (cost) => greater(metered, cost))

  const nextSlice = Effect.flatMap(
    counting(() => meteredFor(tokens + source.slice())),
    Effect.map((cost) => Usd.add(source.others(), cost))
  )

  const add = (element: A) =>
    Effect.flatten(
      counting(() => {
        figure = settlementOf(options, element) ?? figure
        if (options.error?.(element) !== undefined) hasError = true
        const sum = tokensWith(options, tokens, element)
        return Effect.map(meteredFor(sum), (cost) => {
          tokens = sum
          metered = cost
        })
      })
    )

  // The amount is not spent yet, so a refusal is not final: the next slice is asked for once more when it is.
  const extendBeside = Effect.flatMap(nextSlice, (amount) =>
    source.extend(withReserve(amount)).pipe(
      Effect.catchAll(() => Effect.sync(() => (refused = true))),
      Effect.ensuring(Effect.sync(() => (extending = undefined))),
      Effect.interruptible,
      Effect.forkDaemon,
      Effect.tap((fiber) => Effect.sync(() => (extending = fiber.unsafePoll() === null ? fiber : undefined)))
    )
  )

  const extendNow = Effect.flatMap(nextSlice, source.extend).pipe(
    Effect.tap(() => Effect.sync(() => (refused = false)))
  )

  const settled = Effect.suspend(() => (extending === undefined ? Effect.void : Fiber.await(extending)))

  return {
    add,
    cover: Effect.suspend((): Effect.Effect<unknown, ExtendFailure | InvalidInput> => {
      if (!isSpent()) return isLow() && extending === undefined && !refused ? extendBeside : Effect.void
      return Effect.zipRight(settled, Effect.when(extendNow, isSpent))
    }).pipe(Effect.asVoid),
    complete: Effect.sync(() => {
      complete = !hasError
    }),
    fail: Effect.sync(() => {
      failed = true
    }),
    counted: () => ({ tokens, metered, figure, complete, failed, miscounted })
  }
}
