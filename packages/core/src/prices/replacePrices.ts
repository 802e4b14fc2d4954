import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import { PriceBook } from "./PriceBook.js"
import type { RateCards } from "./RateCards.js"

/**
 * Replaces the whole price book, for all organizations. Requests that were opened before keep the prices of their time. The
 * cards of a model that the book has never had apply from their own beginning. Use it only in trusted code.
 */
export const replacePrices = Effect.fnUntraced(function* ({ cards }: RateCards) {
  const book = yield* PriceBook
  yield* book.replace(cards, yield* DateTime.now)
}, withSpan("prices.replacePrices"))
