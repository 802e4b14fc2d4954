import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Usage } from "../../prices/Usage.js"
import { withSpan } from "../../runtime/withSpan.js"
import { PriceUnknown } from "../model/refusals.js"
import { isPriced, priceUsage } from "../rules/priceUsage.js"
import { byPrices } from "./judgeByPrices.js"

/**
 * Returns what a usage of a model costs at present, in USD, by the price book: exact to the nano-dollar, rounded up once. Nothing is set aside or
 * counted. It has no caller: the price book is the same for all organizations.
 *
 * @param provider Slug of the provider. Null, the default, means the only one that has a price for the model.
 * @throws PriceUnknown if the book has no price, or if several providers have one and none is stated: `providers` has them. StorageFailure.
 */
export const estimateCost = Effect.fnUntraced(function* (model: string, usage: Usage, provider: string | null = null) {
  const now = yield* DateTime.now
  const price = yield* byPrices(now, (prices) => priceUsage(prices, usage, { model, provider, allows: () => true }))
  return isPriced(price) ? price.cost : yield* new PriceUnknown({ provider, model, providers: price.having })
}, withSpan("spending.estimateCost"))
