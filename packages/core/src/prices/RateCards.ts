import * as Schema from "effect/Schema"
import { EXPECTED } from "../schema/expected.js"
import { strict } from "../schema/fields.js"
import { overlapping } from "./periods.js"
import { RateCard } from "./RateCard.js"

const MAX_CARDS = 20_000

/** Input for replacing the price book: at most 20,000 cards. At any instant, an id has one card at most. */
export const RateCards = Schema.Struct({
  cards: Schema.Array(RateCard).pipe(
    Schema.maxItems(MAX_CARDS, { description: `All cards of the book, at most ${MAX_CARDS}.` }),
    Schema.filter((cards) => {
      const at = overlapping(cards)
      return at === null || { path: [at], message: `${EXPECTED}one card for an id of a provider at a time` }
    })
  )
}).annotations({ identifier: "RateCards", description: "Input for replacing the price book.", ...strict })
export interface RateCards extends Schema.Schema.Type<typeof RateCards> {}
