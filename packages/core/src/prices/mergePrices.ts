import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { change } from "../records/change.js"
import { PriceBook } from "./PriceBook.js"
import { pruneVersions } from "./pruneVersions.js"
import type { RateCards } from "./RateCards.js"

/**
 * Merges cards into the price book, for all organizations: they replace the cards of the same providers and models, and all others stay. Requests that were opened
 * before keep the prices of their time, as with `replacePrices`. If a card that stays has an id of a new one, the model with this id has it, else the new card's
 * alias. Use it only in trusted code.
 */
export const mergePrices = Effect.fnUntraced(function* ({ cards }: RateCards) {
  const book = yield* PriceBook
  const now = yield* DateTime.now
  yield* book.merge(cards, now)
  yield* pruneVersions(now)
}, change("prices.mergePrices"))
