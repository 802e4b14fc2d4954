import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { costOf } from "../prices/costOf.js"
import { PriceBook } from "../prices/PriceBook.js"
import type { Usage } from "../prices/Usage.js"
import * as Usd from "../values/Usd.js"
import { countUnknownPrice } from "./countSpend.js"

/** The greatest cost that a request may state. A greater one from a rate card is not believed. */
const MOST = Usd.fromNumber(1e9)

/** Finds the card of a model at a provider. A request without a provider has no card. */
const findCard = Effect.fnUntraced(function* (provider: string | null, model: string, at: DateTime.Utc) {
  if (provider === null) return Option.none()
  const book = yield* PriceBook
  return Option.map(yield* book.find(provider, model, at), ({ card }) => card)
})

/** The price of a usage at an instant; none if the price book has no card for the model at the provider. */
export const priceUsage = (usage: Usage, provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.map(findCard(provider, model, at), (card) =>
    Option.filter(
      Option.map(card, (card) => costOf(card, usage)),
      (cost) => cost <= MOST
    )
  ).pipe(Effect.tap((cost) => (Option.isNone(cost) ? countUnknownPrice : Effect.void)))

/** The ids that the price book resolves a model to: one at a provider, and without a provider those of all. */
const resolve = Effect.fnUntraced(function* (provider: string | null, model: string, at: DateTime.Utc) {
  if (provider !== null) return Option.toArray(yield* findCard(provider, model, at)).map((card) => card.model)
  return yield* (yield* PriceBook).resolve(model, at)
})

/** The names of a model: the text as it was sent, and the ids that the price book resolves it to. */
const namesOf = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.map(resolve(provider, model, at), (ids) => [...new Set([model, ...ids])])

/**
 * The names that a policy judges a model by, for each model that it may be: the text as it was sent, with what the price book
 * resolves it to. Without a provider, that may be several models, and all of them are judged.
 */
export const judgedNamesOf = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.map(resolve(provider, model, at), (ids) =>
    ids.length === 0 ? [[model]] : ids.map((id) => [...new Set([model, id])])
  )

/**
 * The models among `models` that are the same one as `model` under another name. A provider's answer often names a dated
 * version of the model that was asked for.
 */
export const sameModels = Effect.fnUntraced(function* (
  provider: string | null,
  model: string,
  models: ReadonlyArray<string>,
  at: DateTime.Utc
) {
  const names = yield* namesOf(provider, model, at)
  return yield* Effect.filter(models, (other) =>
    Effect.map(namesOf(provider, other, at), (others) => others.some((name) => names.includes(name)))
  )
})
