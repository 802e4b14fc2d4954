import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { costOf } from "../prices/costOf.js"
import { PriceBook } from "../prices/PriceBook.js"
import type { Usage } from "../prices/Usage.js"
import * as Usd from "../values/Usd.js"

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
  )

/** The names of a model: the text as it was sent, and the id that the price book resolves it to, if it has one. */
export const namesOf = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.map(
    findCard(provider, model, at),
    Option.match({
      onNone: () => [model],
      onSome: (card) => (card.model === model ? [model] : [model, card.model])
    })
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
