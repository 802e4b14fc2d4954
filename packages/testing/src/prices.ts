import { NewRateCard, type RateCard, type RateCards } from "@tollgate/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** A rate card of the model `acme/writer`: $1 per million input tokens, $2 per million output tokens. */
export const aRateCard = (card: Partial<typeof NewRateCard.Encoded> = {}): RateCard =>
  Schema.decodeSync(NewRateCard)({ provider: "acme", model: "writer", rates: { input: 1, output: 2 }, ...card })

/** Input of `replacePrices`: `aPriceBook(aRateCard())`. */
export const aPriceBook = (...cards: ReadonlyArray<RateCard>): RateCards => ({ cards })

/** Arbitrary valid rate cards, for property tests. */
export const anyRateCard = Arbitrary.make(NewRateCard)
