import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Transaction } from "../../ports/Transaction.js"
import { PriceBook } from "../../prices/PriceBook.js"
import { families } from "../../runtime/metrics/families.js"
import { Metrics } from "../../runtime/metrics/Metrics.js"
import type { Judgement } from "../rules/judgeRequest.js"
import { decideBy, noPrices, PriceNotRead, type Prices } from "../rules/Prices.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { AskedPrices, PriceCache, ReadPrices } from "./PriceCache.js"

/** Repeats a decision, reading each price that it asks for. `pricesOf` gives each repetition what was read. */
const untilRead = Effect.fnUntraced(function* <P extends Prices, A>(
  answers: ReadPrices,
  at: DateTime.Utc,
  pricesOf: () => P,
  decide: (prices: P) => A
) {
  for (;;) {
    const prices = pricesOf()
    const decision = decideBy(prices, decide)
    if (!(decision instanceof PriceNotRead)) return { decision, prices }
    yield* answers.read(decision.question, at)
  }
})

/**
 * Decides by the prices of an instant, after what the decision asks was read.
 *
 * @param known Prices of this instant that were read before. It is given those that are read. By default none.
 */
export const byPrices = <A>(at: DateTime.Utc, decide: (prices: Prices) => A, known?: ReadPrices) =>
  Effect.suspend(() => {
    const answers = known ?? new ReadPrices()
    return Effect.map(
      untilRead(answers, at, () => answers, decide),
      ({ decision }) => decision
    )
  })

/**
 * Judges a request by the price book. Its answers are kept in memory if the price book has a version (`PriceBook.period`). A refusal is
 * by prices that were read after the request began: a change that admits it may have been acknowledged since others were.
 *
 * @param isLocked Whether an open transaction has locked the scopes of the request. Nothing is kept of what it reads.
 * @returns The judgement, and the cached prices that it was made by; null if it was made by none.
 */
export const judgeByPrices = Effect.fnUntraced(function* (isLocked: boolean, judge: (prices: Prices) => Judgement) {
  const first = decideBy(noPrices, judge)
  if (!(first instanceof PriceNotRead)) return { judgement: first, prices: null }
  const book = yield* PriceBook
  // A store that keeps nothing of spenders compares no version of the book, either.
  const period = (yield* SpendingStore).findSpender === undefined ? undefined : book.period
  const now = yield* Clock.currentTimeMillis
  const at = DateTime.unsafeMake(now)
  const readAnew = Effect.map(byPrices(at, judge), (judgement) => ({ judgement, prices: null }))
  // What an open transaction has changed may be rolled back. Checked before reading, because a fiber can outlive its transaction.
  if (period === undefined || isLocked || (yield* (yield* Transaction).isOpen)) return yield* readAnew
  const cache = PriceCache.of(book)
  const before = cache.get(now)
  const cached = before ?? cache.keep(yield* period(at), now)
  const { decision: judgement, prices } = yield* untilRead(cached.answers, at, () => new AskedPrices(cached), judge)
  if (judgement._tag === "Admissible" || before === undefined) return { judgement, prices }
  const again = yield* readAnew
  if (again.judgement._tag === "Admissible") cache.forget(cached)
  return again
})

/** Counts a usage without a price, if metrics are on. */
export const countUnknownPrice: Effect.Effect<void> = Effect.map(Metrics, (registry) => {
  registry?.counter(families.unknownPrices).update(1)
})
