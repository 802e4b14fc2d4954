import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { inputTokens, outputTokens } from "../../prices/Usage.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { CachedHold } from "../admission/HoldCache.js"
import { byPrices, countUnknownPrice } from "../admission/judgeByPrices.js"
import type { NewSettlement } from "../model/HoldInput.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { Settlement } from "../rules/holdLife.js"
import { allowsProvider } from "../rules/judgePolicy.js"
import { decideBy, noPrices, PriceNotRead, type Prices } from "../rules/Prices.js"
import { isPriced, priceUsage, sameModels } from "../rules/priceUsage.js"

/** A settlement with its cost. */
export type PricedSettlement = Omit<Settlement, "credential_id" | "is_byok">

/** What prices a settlement depends on. */
type PricedHold = Pick<HoldRecord, "models" | "opened_at" | "provider" | "providers" | "ignored_providers">

const missing = (path: string, expected: string) => new InvalidInput({ issues: [{ path: [path], expected }] })

/** What a settlement is stored as; null if its usage has no price. */
const price = (
  { basis, cost, usage, ...input }: NewSettlement,
  hold: PricedHold,
  prices: Prices
): Either.Either<PricedSettlement | null, InvalidInput> => {
  const provider = input.provider ?? hold.provider
  const model = input.model ?? null
  const isOther = model !== null && hold.models.length > 0 && !hold.models.includes(model)
  const priced = (
    cost: Settlement["cost"],
    basis: Settlement["basis"],
    by: string | null = null
  ): PricedSettlement => ({
    cost,
    basis,
    model,
    same_models: isOther ? sameModels(prices, provider, model, hold.models) : [],
    provider: input.provider ?? by,
    input_tokens: usage === undefined ? 0 : inputTokens(usage),
    output_tokens: usage === undefined ? 0 : outputTokens(usage)
  })
  if (cost !== undefined) return Either.right(priced(cost, basis ?? null))
  if (usage === undefined) return Either.left(missing("cost", "the cost in USD, or a usage"))
  const [only, ...others] = hold.models
  const used = model ?? (others.length === 0 ? only : undefined)
  if (used === undefined) return Either.left(missing("model", "the slug of the model that was used"))
  const allows = (slug: string) => allowsProvider(hold, slug)
  const found = priceUsage(prices, usage, { model: used, provider, allows })
  if (!isPriced(found)) return Either.right(null)
  return Either.right(priced(found.cost, basis === "estimate" ? basis : "table", found.card.provider))
}

/** Prices a settlement by the cards that the hold was judged by, or without any. Null if anything has to be read for it, or is against it. */
export const priceAtOnce = (settlement: NewSettlement, { cards, hold }: CachedHold): PricedSettlement | null => {
  const { cost, model } = settlement
  const known = cards?.isFor(hold.opened_at) === true ? cards : null
  if (cost === undefined && known === null) return null
  if (model !== undefined && hold.models.length > 0 && !hold.models.includes(model)) return null
  const priced = decideBy<Prices, ReturnType<typeof price>>(known ?? noPrices, (prices) =>
    price(settlement, hold, prices)
  )
  return priced instanceof PriceNotRead ? null : Either.getOrNull(priced)
}

/**
 * Prices a settlement. A stated cost wins; a usage is priced by the card that was in force when the hold was opened. None if there
 * is no such card. Without a provider that is the only card of those that the policy allowed.
 *
 * Fails with `InvalidInput` if neither is stated, or if a usage may be of several models and none is named.
 */
export const priceSettlement = Effect.fnUntraced(function* (settlement: NewSettlement, hold: PricedHold) {
  const at = DateTime.unsafeMake(hold.opened_at)
  const priced = yield* yield* byPrices(at, (prices) => price(settlement, hold, prices))
  if (priced === null) yield* countUnknownPrice
  return Option.fromNullable(priced)
})
