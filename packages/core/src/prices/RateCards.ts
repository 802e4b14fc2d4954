import * as Schema from "effect/Schema"
import { EXPECTED } from "../schema/expected.js"
import { strict } from "../schema/fields.js"
import { NewRateCard } from "./NewRateCard.js"
import { endOf, overlapping, startOf } from "./periods.js"

const MAX_CARDS = 20_000

/** Input for replacing the price book, or for merging into it: at most 20,000 cards. At any instant, an id has one card at most. */
export const RateCards = Schema.Struct({
  cards: Schema.Array(NewRateCard).pipe(
    Schema.maxItems(MAX_CARDS, { description: `The cards, at most ${MAX_CARDS}.` }),
    Schema.filter((cards) =>
      cards.flatMap((card, at) =>
        startOf(card) < endOf(card)
          ? []
          : [{ path: [at, "effective_until"], message: `${EXPECTED}an instant after effective_from` }]
      )
    ),
    Schema.filter((cards) => {
      const at = overlapping(cards)
      return at === null || { path: [at], message: `${EXPECTED}one card for an id of a provider at a time` }
    })
  )
}).annotations({
  identifier: "RateCards",
  description: "Input for replacing the price book, or for merging into it.",
  ...strict
})
export interface RateCards extends Schema.Schema.Type<typeof RateCards> {}
