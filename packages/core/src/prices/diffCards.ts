import { toJson } from "./cardJson.js"
import type { RateCard } from "./RateCard.js"

/** What a replacement of the price book would change. */
export interface PriceChanges {
  readonly added: ReadonlyArray<RateCard>
  readonly changed: ReadonlyArray<{ readonly before: RateCard; readonly after: RateCard }>
  readonly removed: ReadonlyArray<RateCard>
}

/** Identifies a card within a book. */
const keyOf = ({ effective_from, model, provider }: RateCard) =>
  JSON.stringify([provider, model, effective_from?.epochMillis ?? null])

/** Compares two books. Cards correspond if provider, model and beginning are the same. */
export const diffCards = (before: ReadonlyArray<RateCard>, after: ReadonlyArray<RateCard>): PriceChanges => {
  const old = new Map(before.map((card) => [keyOf(card), card]))
  const next = new Map(after.map((card) => [keyOf(card), card]))
  return {
    added: after.filter((card) => !old.has(keyOf(card))),
    changed: after.flatMap((after) => {
      const before = old.get(keyOf(after))
      return before === undefined || toJson(before) === toJson(after) ? [] : [{ before, after }]
    }),
    removed: before.filter((card) => !next.has(keyOf(card)))
  }
}
