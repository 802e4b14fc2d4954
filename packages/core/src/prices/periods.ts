import type { RateCard } from "./RateCard.js"

/** Start of a card's period, in milliseconds since 1970. */
export const startOf = ({ effective_from }: RateCard): number => effective_from?.epochMillis ?? -Infinity

/** End of a card's period, exclusive, in milliseconds since 1970. */
export const endOf = ({ effective_until }: RateCard): number => effective_until?.epochMillis ?? Infinity

/** The index of a card that has an id in common with another card at the same time; null if there is none. */
export const overlapping = (cards: ReadonlyArray<RateCard>): number | null => {
  const byId = new Map<string, Array<RateCard>>()
  for (const [at, card] of cards.entries()) {
    for (const id of new Set([card.model, ...card.aliases])) {
      const key = JSON.stringify([card.provider, id])
      const others = byId.get(key) ?? []
      if (others.some((other) => startOf(other) < endOf(card) && startOf(card) < endOf(other))) return at
      byId.set(key, [...others, card])
    }
  }
  return null
}
