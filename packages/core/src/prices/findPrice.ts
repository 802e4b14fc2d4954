import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import type { StorageFailure } from "../ports/StorageFailure.js"
import { undated } from "./modelNames.js"
import type { FoundPrice, NamedModel } from "./PriceBook.js"
import type { PriceVersion } from "./PriceVersion.js"
import type { RateCard } from "./RateCard.js"

/** A version that has one of the names of `spellingsOf`, with the names of its card. */
interface NamedVersion extends Pick<PriceVersion, "is_alias" | "name" | "provider"> {
  readonly card: Pick<RateCard, "aliases" | "model">
}

const inOrder = Order.combine(
  Order.mapInput(Order.string, ({ provider }: NamedModel) => provider),
  Order.mapInput(Order.string, ({ model }: NamedModel) => model)
)

/** The models that a text may mean, of the versions that have one of the names of `spellingsOf`. */
export const resolveModel = (text: string, found: ReadonlyArray<NamedVersion>): ReadonlyArray<NamedModel> => {
  const exact = new Set(found.filter(({ name }) => name === text).map(({ provider }) => provider))
  const matchOf = ({ is_alias, name, provider }: NamedVersion): NamedModel["match"] => {
    if (name === text) return is_alias ? "alias" : "model"
    return name === undated(text) && !exact.has(provider) ? "undated" : null
  }
  const all = new Map<string, NamedModel>()
  for (const version of found) {
    const { aliases, model } = version.card
    const { provider } = version
    const id = JSON.stringify([provider, model])
    all.set(id, { provider, model, aliases, match: matchOf(version) ?? all.get(id)?.match ?? null })
  }
  return [...all.values()].sort(inOrder)
}

type Looked = Effect.Effect<Option.Option<Pick<PriceVersion, "card" | "is_alias">>, StorageFailure>

/**
 * Finds a price by a model's id, and if there is none by the id without its trailing date. `lookUp` finds a version by an exact
 * id.
 */
export const findPrice = (
  model: string,
  lookUp: (name: string) => Looked
): Effect.Effect<Option.Option<FoundPrice>, StorageFailure> =>
  Effect.flatMap(
    lookUp(model),
    Option.match({
      onSome: ({ card, is_alias }) => Effect.succeedSome<FoundPrice>({ card, match: is_alias ? "alias" : "model" }),
      onNone: () => {
        const other = undated(model)
        if (other === model) return Effect.succeedNone
        return Effect.map(
          lookUp(other),
          Option.map(({ card }): FoundPrice => ({ card, match: "undated" }))
        )
      }
    })
  )
