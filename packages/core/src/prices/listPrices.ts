import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { PriceBook } from "./PriceBook.js"

/** Returns a page of the rate cards that are in force or planned, by provider, model and period. Open to every key, also of a gateway. */
export const listPrices = Effect.fnUntraced(function* (page: Page) {
  const book = yield* PriceBook
  return yield* book.list(yield* DateTime.now, page)
}, withSpan("prices.listPrices"))
