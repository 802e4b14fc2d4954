import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { change } from "../records/change.js"
import { PriceBook } from "./PriceBook.js"
import { pruneVersions } from "./pruneVersions.js"
import type { RateCards } from "./RateCards.js"

/**
 * Replaces the whole price book, for all organizations. Requests that were opened before keep the prices of their time, for as long as the ledger knows them. The
 * cards of a model that the book has never had apply from their own beginning. Use it only in trusted code.
 */
export const replacePrices = Effect.fnUntraced(function* ({ cards }: RateCards) {
  const book = yield* PriceBook
  const now = yield* DateTime.now
  yield* book.replace(cards, now)
  yield* pruneVersions(now)
}, change("prices.replacePrices"))
