import { costOf } from "../../prices/costOf.js"
import { namesUnder } from "../../prices/modelNames.js"
import type { NamedModel } from "../../prices/PriceBook.js"
import type { RateCard } from "../../prices/RateCard.js"
import type { Usage } from "../../prices/Usage.js"
import * as Usd from "../../values/Usd.js"
import type { JudgedModel } from "./judgePolicy.js"
import type { Prices } from "./Prices.js"

/** The greatest cost that a request may state. A greater one from a rate card is not believed. */
const MAX_COST = Usd.fromNumber(1e9)

/** The ids of the cards by which a model has a price. */
const idsOf = (known: ReadonlyArray<NamedModel>) => [
  ...new Set(known.filter(({ match }) => match !== null).map(({ model }) => model))
]

/** What a usage is priced by. */
interface Priced {
  readonly model: string
  /** The provider. Null takes the only one that has a card, of those that the policy allows. */
  readonly provider: string | null
  readonly allows: (provider: string) => boolean
}

/** The price of a usage. */
export interface UsagePrice {
  readonly cost: Usd.Usd
  /** The card that it is by. */
  readonly card: RateCard
}

/** The result if a usage has no price. */
export interface NoPrice {
  /** The providers that have a card: the stated one, or else those that the policy allows, or else all. */
  readonly having: ReadonlyArray<string>
}

/** Whether there is a price. */
export const isPriced = (price: UsagePrice | NoPrice): price is UsagePrice => "cost" in price

/** The price of a usage. */
export const priceUsage = (prices: Prices, usage: Usage, { allows, model, provider }: Priced): UsagePrice | NoPrice => {
  const known = provider === null ? prices.resolve(null, model) : []
  const having = known.filter((one) => one.match !== null).map((one) => one.provider)
  const allowed = having.filter(allows)
  const used = provider ?? (allowed.length === 1 ? allowed[0] : undefined)
  const found = used === undefined ? null : prices.find(used, model)
  const cost = found === null ? null : costOf(found.card, usage)
  if (found !== null && cost !== null && cost <= MAX_COST) return { cost, card: found.card }
  if (provider !== null) return { having: found === null ? [] : [provider] }
  return { having: allowed.length > 0 ? allowed : having }
}

/** The names of a model: the text as it was sent, and the ids that the price book resolves it to. */
const namesOf = (prices: Prices, provider: string | null, model: string) =>
  new Set([model, ...idsOf(prices.resolve(provider, model))])

/**
 * The names that policies judge a model by. Without a provider, it may be several models, and all of them are judged. Where no card is
 * found, those count that have the name but for its spelling; and a provider without any means by a name what others mean.
 */
export const judgedModel = (prices: Prices, provider: string | null, model: string): JudgedModel => {
  const known = prices.resolve(provider, model)
  const named = provider === null || known.length > 0 ? known : prices.resolve(null, model)
  const found = new Set(named.filter(({ match }) => match !== null).map(({ provider }) => provider))
  const counted = named.filter(({ match, provider }) => match !== null || !found.has(provider))
  const ids = idsOf(known)
  return {
    meant: ids.length === 0 ? [[model]] : ids.map((id) => [model, id]),
    names: namesUnder(
      model,
      counted.flatMap(({ aliases, model }) => [model, ...aliases])
    )
  }
}

/**
 * The models among `models` that are the same one as `model` under another name. A provider's answer often names a dated
 * version of the model that was asked for.
 */
export const sameModels = (
  prices: Prices,
  provider: string | null,
  model: string,
  models: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const names = namesOf(prices, provider, model)
  return models.filter((other) => [...namesOf(prices, provider, other)].some((name) => names.has(name)))
}
