import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { FoundPrice } from "./PriceBook.js"
import type { PriceVersion } from "./PriceVersion.js"

const date = /[-@](\d{4}-\d{2}-\d{2}|\d{8})$/

const undated = (model: string) => model.replace(date, "")

/** The ids by which a price is found: the text as sent, and without its trailing date. */
export const namesOfModel = (model: string): ReadonlyArray<string> => [...new Set([model, undated(model)])]

/** The models of versions under the ids of `namesOfModel`. At each provider, the text as sent comes first. */
export const resolveModel = (
  model: string,
  found: ReadonlyArray<Pick<PriceVersion, "card" | "name" | "provider">>
): ReadonlyArray<string> => {
  const exact = new Set(found.filter(({ name }) => name === model).map(({ provider }) => provider))
  const used = found.filter(({ name, provider }) => name === model || !exact.has(provider))
  return [...new Set(used.map(({ card }) => card.model))].sort()
}

type Looked = Effect.Effect<Option.Option<Pick<PriceVersion, "card" | "is_alias">>, StorageFailure>

/**
 * Finds a price by a model's id, and if there is none by the id without its trailing date, as in `gpt-4o-2024-08-06` or
 * `claude-opus-4@20250514`. `lookUp` finds a version by an exact id.
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
