import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { FoundPrice } from "./PriceBook.js"
import type { PriceVersion } from "./PriceVersion.js"

const date = /[-@](\d{4}-\d{2}-\d{2}|\d{8})$/

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
        const undated = model.replace(date, "")
        if (undated === model) return Effect.succeedNone
        return Effect.map(
          lookUp(undated),
          Option.map(({ card }): FoundPrice => ({ card, match: "undated" }))
        )
      }
    })
  )
