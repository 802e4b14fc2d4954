import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { costOf } from "../prices/costOf.js"
import { namesUnder } from "../prices/modelNames.js"
import { type NamedModel, PriceBook } from "../prices/PriceBook.js"
import type { Usage } from "../prices/Usage.js"
import * as Usd from "../values/Usd.js"
import type { JudgedModel } from "./judgePolicy.js"

/** The greatest cost that a request may state. A greater one from a rate card is not believed. */
const MOST = Usd.fromNumber(1e9)

/** What the price book knows of a model: at a provider, or without one at all of them. */
const resolve = (provider: string | null, model: string, at: DateTime.Utc) =>
  Effect.flatMap(PriceBook, (book) => book.resolve(provider, model, at))

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
  readonly at: DateTime.Utc
}

interface UsagePrice {
  readonly cost: Usd.Usd
  readonly provider: string
}

/**
 * The price of a usage at an instant, and the provider whose card it is by. If there is none, the providers that have a card, if several
 * have and none is stated.
 */
export const priceUsage = Effect.fnUntraced(function* (usage: Usage, { allows, at, model, provider }: Priced) {
  const known = provider === null ? yield* resolve(null, model, at) : []
  const having = known.filter((one) => one.match !== null && allows(one.provider)).map((one) => one.provider)
  const used = provider ?? (having.length === 1 ? having[0] : undefined)
  const found = used === undefined ? Option.none() : yield* (yield* PriceBook).find(used, model, at)
  const price = Option.flatMap(found, ({ card }): Option.Option<UsagePrice> => {
    const cost = costOf(card, usage)
    return cost <= MOST ? Option.some({ cost, provider: card.provider }) : Option.none()
  })
  return Either.fromOption(price, (): ReadonlyArray<string> => (having.length > 1 ? having : []))
})

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
  const ids = idsOf(known)
  const judged: JudgedModel = {
    meant: ids.length === 0 ? [[model]] : ids.map((id) => [model, id]),
    names: namesUnder(
      model,
      its.flatMap(({ aliases, model }) => [model, ...aliases])
    )
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
