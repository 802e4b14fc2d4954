import * as Order from "effect/Order"
import { InvalidInput } from "../../schema/InvalidInput.js"
import * as Usd from "../../values/Usd.js"
import type { ProviderRules } from "../model/HoldRecord.js"
import type { NewHold } from "../model/NewHold.js"
import { PriceUnknown } from "../model/PriceUnknown.js"
import { allowsProvider } from "./judgePolicy.js"
import type { HoldRequest } from "./modelsOf.js"
import type { Prices } from "./priceReads.js"
import { isPriced, priceUsage, type UsagePrice } from "./priceUsage.js"

const dearer = Order.max<Usd.Usd>(Order.bigint)

const expected = "an amount in USD or a usage, and not both"

/** Returns why a request is invalid that states both an amount and a usage, or neither. Null if it states one. */
export const wrongAmount = ({ amount, usage }: NewHold): InvalidInput | null =>
  (amount === undefined) === (usage === undefined)
    ? new InvalidInput({ issues: [{ path: ["amount"], expected }] })
    : null

/** The amount of a request, and its provider. */
export interface Asked {
  readonly asked: Usd.Usd
  /** The stated provider, or the only one that all prices are of. Null if there are several. */
  readonly provider: string | null
}

/**
 * The amount that a request asks for: as it is stated, or the price of its usage. Any of its models may serve it, so
 * the price is that of the dearest one. Without a provider, each is priced by the only card of the providers that the policy allows;
 * if all are of one provider, the request goes to it.
 */
export const askedAmount = (input: HoldRequest, rules: ProviderRules, prices: Prices): Asked | PriceUnknown => {
  const { amount, models, provider = null, usage } = input
  if (usage === undefined) return { asked: amount ?? Usd.zero, provider }
  const allows = (slug: string) => allowsProvider(rules, slug)
  const all: Array<UsagePrice> = []
  for (const model of models) {
    const price = priceUsage(prices, usage, { model, provider, allows })
    if (!isPriced(price)) return new PriceUnknown({ provider, model, providers: price.having })
    all.push(price)
  }
  const [only = null, ...others] = new Set(all.map((price) => price.provider))
  return {
    asked: all.reduce((most, { cost }) => dearer(most, cost), Usd.zero),
    provider: others.length === 0 ? only : null
  }
}
