import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Usage } from "../../prices/Usage.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { NewSettlement } from "../model/HoldInput.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import { PriceUnknown } from "../model/refusals.js"
import { dearestPrice } from "../rules/holdRequest.js"
import { decideBy, noPrices, PriceNotRead, type Prices } from "../rules/Prices.js"
import { byPrices, countUnknownPrice } from "./judgeByPrices.js"
import { type FoundCards, ReadPrices } from "./PriceCache.js"

/** What the price of an extension depends on. */
export type ExtendedHold = Pick<HoldRecord, "ignored_providers" | "models" | "opened_at" | "provider" | "providers">

const unpriced = () =>
  new InvalidInput({ issues: [{ path: ["amount"], expected: "an amount in USD, because the hold has no model" }] })

/** The prices to decide by without reading any. */
const pricesAt = (known: FoundCards | ReadPrices | null, opened_at: number): Prices => {
  if (known === null) return noPrices
  return known instanceof ReadPrices || known.isFor(opened_at) ? known : noPrices
}

/**
 * The price of a usage of a hold that goes on, by the cards that were in force when the hold was opened, as for its settlement. Where it is not
 * known which of its models serves the request, the dearest one counts, as at the opening.
 *
 * @param served The model and provider that serve the request, if they are known.
 * @param known Prices that were read before: those that the hold was admitted by, or those that are kept for it, to which the ones that are read
 * here are added.
 * @throws InvalidInput if the hold has no model, PriceUnknown, StorageFailure.
 */
export const priceExtension = Effect.fnUntraced(function* (
  usage: Usage,
  hold: ExtendedHold,
  { model, provider: used }: Pick<NewSettlement, "model" | "provider"> = {},
  known: FoundCards | ReadPrices | null = null
) {
  const models = model === undefined ? hold.models : [model]
  const provider = used ?? hold.provider
  if (models.length === 0) return yield* unpriced()
  const decide = (prices: Prices) => dearestPrice(usage, { models, provider }, hold, prices)
  const atOnce = decideBy(pricesAt(known, hold.opened_at), decide)
  const priced =
    atOnce instanceof PriceNotRead
      ? yield* byPrices(DateTime.unsafeMake(hold.opened_at), decide, known instanceof ReadPrices ? known : undefined)
      : atOnce
  if (!(priced instanceof PriceUnknown)) return priced.asked
  yield* countUnknownPrice
  return yield* priced
})
