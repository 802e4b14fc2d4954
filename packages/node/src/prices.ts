import type { CallOptions, Page, Paged, RateCard, TokenUsage } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Schema from "effect/Schema"
import type { NewRateCard } from "#models"
import type { Run } from "./CallScope.js"
import { inPlainValues } from "./inPlainValues.js"

/** Options of the cost of a usage. */
export interface CostOptions extends CallOptions {
  /** Slug of the provider. @default the only one that has a price for the model */
  readonly provider?: string | undefined
}

/** The price book of an open store: the prices of models, for all organizations. */
export interface PriceBook {
  /**
   * Replaces the whole book. Requests that were opened before keep the prices of their time; the cards of a model that the
   * book has never had apply from their own beginning.
   *
   * @throws {InvalidInput} if a card is invalid or two cards are for one id at the same time; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.prices.replace([{ provider: "openai", model: "gpt-4o-mini", rates: { input: 0.15, output: 0.6 } }])
   */
  replace(cards: ReadonlyArray<NewRateCard>, options?: CallOptions): Promise<void>
  /**
   * Merges cards into the book: they replace the cards of the same providers and models, and all others stay. Requests that were
   * opened before keep the prices of their time. If a card that stays has an id of a new one, the model with this id has it, else the
   * new card's alias.
   *
   * @throws {InvalidInput} if a card is invalid or two cards are for one id at the same time; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.prices.merge([{ provider: "my-vllm", model: "llama-4", rates: { input: 0.1, output: 0.2 } }])
   */
  merge(cards: ReadonlyArray<NewRateCard>, options?: CallOptions): Promise<void>
  /**
   * Returns what a usage of a model costs at present, in USD: exact to the nano-dollar, rounded up once. Nothing is set aside or counted.
   *
   * @throws {InvalidInput} if the input is invalid; its `issues` name each field.
   * @throws {PriceUnknown} if the book has no price, or if several providers have one and none is stated: `providers` has them.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const dollars = await gate.prices.cost("gpt-4o-mini", { input: 2_000, output: 500 })
   */
  cost(model: string, usage: TokenUsage, options?: CostOptions): Promise<number>
  /**
   * Returns one page of the cards that are in force or planned, by provider, model and period.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { data, total_count } = await gate.prices.list({ limit: 10 })
   */
  list(page?: Page, options?: CallOptions): Promise<Paged<RateCard>>
}

const PricedUsage = Schema.Struct({
  model: Schema.NonEmptyString,
  usage: Core.TokenUsage,
  provider: Schema.optional(Core.ProviderSlug)
})

const PagedCards = Core.Paged(Core.RateCard)

export const prices = (run: Run<Core.Services>): PriceBook => ({
  replace: (cards, options) => run(inPlainValues(Core.RateCards, { cards }, Core.replacePrices, Schema.Void), options),
  merge: (cards, options) => run(inPlainValues(Core.RateCards, { cards }, Core.mergePrices, Schema.Void), options),
  cost: (model, usage, { provider, ...options } = {}) =>
    run(
      inPlainValues(
        PricedUsage,
        { model, usage, provider },
        (given) => Core.estimateCost(given.model, given.usage, given.provider),
        Core.Usd.UsdFromNumber
      ),
      options
    ),
  list: (page = {}, options) => run(inPlainValues(Core.Page, page, Core.readPrices, PagedCards), options)
})
