import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Transaction } from "../ports/Transaction.js"
import { PriceBook } from "../prices/PriceBook.js"
import type { Judgement } from "./judgeRequest.js"
import { PriceCache } from "./PriceCache.js"
import { noPrices, type Prices, ReadPrices } from "./priceReads.js"
import { SpendingStore } from "./SpendingStore.js"

type Judged = Exclude<Judgement, { readonly _tag: "PriceNeeded" }>

/** Repeats a judgement, reading each price that it asks for. */
const untilRead = Effect.fnUntraced(function* (
  prices: ReadPrices,
  at: DateTime.Utc,
  judge: (prices: Prices) => Judgement
) {
  for (;;) {
    const judgement = judge(prices)
    if (judgement._tag !== "PriceNeeded") return judgement
    yield* prices.read(judgement.question, at)
  }
})

/**
 * Judges a request by the price book. Its answers are kept in memory if the price book has a version (`PriceBook.period`). A refusal is
 * by prices that were read after the request began: a change that admits it may have been acknowledged since others were.
 *
 * @param isLocked Whether an open transaction has locked the scopes of the request. Nothing is kept of what it reads.
 * @returns The judgement, and the kept prices that it was made by; null if it was made by none.
 */
export const judgeByPrices = Effect.fnUntraced(function* (isLocked: boolean, judge: (prices: Prices) => Judgement) {
  const first = judge(noPrices)
  if (first._tag !== "PriceNeeded") return { judgement: first, prices: null }
  const book = yield* PriceBook
  // A store that keeps nothing of spenders compares no version of the book, either.
  const period = (yield* SpendingStore).findSpender === undefined ? undefined : book.period
  const now = yield* Clock.currentTimeMillis
  const at = DateTime.unsafeMake(now)
  // What an open transaction has changed may be rolled back. Asked before reading, because a fiber can outlive its transaction.
  if (period === undefined || isLocked || (yield* (yield* Transaction).isOpen)) {
    const judgement: Judged = yield* untilRead(new ReadPrices(), at, judge)
    return { judgement, prices: null }
  }
  const known = PriceCache.of(book)
  const before = known.get(now)
  const prices = before ?? known.keep(yield* period(at), now)
  const judgement: Judged = yield* untilRead(prices.answers, at, judge)
  if (judgement._tag === "Admissible" || before === undefined) return { judgement, prices }
  const again: Judged = yield* untilRead(new ReadPrices(), at, judge)
  if (again._tag === "Admissible") known.forget(prices)
  return { judgement: again, prices: null }
})
