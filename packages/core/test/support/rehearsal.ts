import { Entropy, Memory } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import { Clock, Context, Effect, FiberRef, Layer } from "effect"

const refuse = (what: string) => (): never => {
  throw new Error(`${what} within a transaction`)
}

const noChance = { bytes: refuse("chance is drawn"), uuid: refuse("chance is drawn") }

const noTime: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: refuse("the clock is read"),
  unsafeCurrentTimeNanos: refuse("the clock is read"),
  currentTimeMillis: Effect.sync(refuse("the clock is read")),
  currentTimeNanos: Effect.sync(refuse("the clock is read")),
  sleep: () => Effect.sync(refuse("somebody sleeps"))
}

/** An effect for which there is neither chance nor time. */
const withoutChanceAndTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  effect.pipe(
    Effect.mapInputContext((context: Context.Context<R>) => Context.add(context, Entropy, noChance)),
    Effect.withClock(noTime)
  )

/** Transactions that do everything twice, the first time in vain, as storage may that could not keep it apart from others'. */
const rehearse = (transaction: Context.Tag.Service<Transaction>) => {
  const place = FiberRef.unsafeMake<"outside" | "rehearsal" | "performance">("outside")
  const twice: typeof transaction.run = (effect) => {
    const act = withoutChanceAndTime(effect)
    const inVain = transaction.run(Effect.zipRight(Effect.locally(act, place, "rehearsal"), Effect.fail("in vain")))
    return Effect.zipRight(Effect.exit(inVain), transaction.run(Effect.locally(act, place, "performance")))
  }
  const atFirst =
    (within: typeof transaction.run): typeof transaction.run =>
    (effect) =>
      Effect.flatMap(FiberRef.get(place), (where) => (where === "outside" ? twice(effect) : within(effect)))
  return Transaction.of({
    ...transaction,
    run: atFirst(transaction.run),
    attempt: atFirst(transaction.attempt)
  })
}

/**
 * Every port in memory, empty, with transactions that do everything twice and in which drawing chance, reading the clock or
 * logging is a defect.
 */
export const layer = Layer.effect(Transaction, Effect.map(Transaction, rehearse)).pipe(Layer.provideMerge(Memory.layer))
