import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { costOf } from "../prices/costOf.js"
import { spellingsOf } from "../prices/modelNames.js"
import { type NamedModel, PriceBook } from "../prices/PriceBook.js"
import type { Usage } from "../prices/Usage.js"
import * as Usd from "../values/Usd.js"
import { countUnknownPrice } from "./countSpend.js"
import type { JudgedModel } from "./judgePolicy.js"

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

/** What the price book knows of a model: at a provider, or without one at all of them. */
const resolve = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.flatMap(PriceBook, (book) => book.resolve(provider, model, at))

/** The ids of the cards by which a model has a price. */
const idsOf = (known: ReadonlyArray<NamedModel>) => [
  ...new Set(known.filter(({ match }) => match !== null).map(({ model }) => model))
]

/** The names of a model: the text as it was sent, and the ids that the price book resolves it to. */
const namesOf = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.map(resolve(provider, model, at), (known) => new Set([model, ...idsOf(known)]))

/**
 * The names that policies judge a model by. Without a provider, it may be several models, and all of them are judged. Where no card is
 * found, those count that have the name but for its spelling; and a provider without any means by a name what others mean.
 */
export const judgedModel = Effect.fnUntraced(function* (provider: string | null, model: string, at: DateTime.Utc) {
  const known = yield* resolve(provider, model, at)
  const named = provider === null || known.length > 0 ? known : yield* resolve(null, model, at)
  const found = new Set(named.filter(({ match }) => match !== null).map(({ provider }) => provider))
  const its = named.filter(({ match, provider }) => match !== null || !found.has(provider))
  const names = [model, ...its.flatMap(({ aliases, model }) => [model, ...aliases])]
  const ids = idsOf(known)
  const judged: JudgedModel = {
    meant: ids.length === 0 ? [[model]] : ids.map((id) => [model, id]),
    names: new Set(names.flatMap((name) => [...spellingsOf(name)]))
  }
  return judged
})

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
    Effect.map(namesOf(provider, other, at), (others) => [...others].some((name) => names.has(name)))
  )
})
