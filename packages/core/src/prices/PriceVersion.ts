import { createHash } from "node:crypto"
import * as DateTime from "effect/DateTime"
import { toJson } from "./cardJson.js"
import { endOf, startOf } from "./periods.js"
import type { RateCard } from "./RateCard.js"

// The range of a JavaScript date, in milliseconds since 1970.
const FARTHEST = 8_640_000_000_000_000

const within = (millis: number) => DateTime.unsafeMake(Math.max(-FARTHEST, Math.min(FARTHEST, millis)))

/** A card under one of its ids, in the period in which `find` answers it. Periods of an id do not overlap. */
export interface PriceVersion {
  readonly provider: string
  /** The card's model or one of its aliases. */
  readonly name: string
  readonly is_alias: boolean
  readonly valid_from: DateTime.Utc
  /** Exclusive. */
  readonly valid_until: DateTime.Utc
  /** When another book ended the period before the card's own end; null if none has. */
  readonly replaced_at: DateTime.Utc | null
  /** Hash of the card: equal cards have the same. */
  readonly version: string
  readonly card: RateCard
  /** The card as JSON. */
  readonly json: string
}

/** What a replacement changes, in this order. */
export interface Replacement {
  /** When it takes place. Not before an earlier replacement, even if the clock was set back. */
  readonly now: DateTime.Utc
  /** Hashes of the cards that end: a period that has begun is cut at `now`, and one that has not is deleted. */
  readonly ended: ReadonlyArray<string>
  readonly added: ReadonlyArray<PriceVersion>
}

const idOf = (provider: string, name: string) => JSON.stringify([provider, name])

/** A card with the texts that are derived from it. */
export interface HashedCard {
  readonly card: RateCard
  readonly json: string
  readonly version: string
}

/** Hashes cards. It takes milliseconds for thousands of them, so it is done before a transaction begins. */
export const hashCards = (cards: ReadonlyArray<RateCard>): ReadonlyArray<HashedCard> =>
  cards.map((card) => {
    const json = toJson(card)
    return { card, json, version: createHash("sha256").update(json).digest("base64url") }
  })

/** Plans how cards replace the stored versions. An equal card stays as it is. */
export const planReplacement = (
  stored: ReadonlyArray<Pick<PriceVersion, "name" | "provider" | "replaced_at" | "valid_until" | "version">>,
  cards: ReadonlyArray<HashedCard>,
  given: DateTime.Utc
): Replacement => {
  const now = stored.reduce(
    (latest, { replaced_at }) => (replaced_at === null ? latest : DateTime.max(latest, replaced_at)),
    given
  )
  const isLive = ({ replaced_at, valid_until }: (typeof stored)[number]) =>
    replaced_at === null && DateTime.greaterThan(valid_until, now)
  const before = new Set(stored.filter(isLive).map(({ version }) => version))
  const known = new Set(stored.map(({ name, provider }) => idOf(provider, name)))
  const after = new Set(cards.map(({ version }) => version))
  const added = cards
    .filter(({ version }) => !before.has(version))
    .flatMap(({ card, json, version }) => {
      const [start, valid_until] = [within(startOf(card)), within(endOf(card))]
      return [card.model, ...card.aliases].flatMap((name): ReadonlyArray<PriceVersion> => {
        const { provider } = card
        const valid_from = known.has(idOf(provider, name)) ? DateTime.max(start, now) : start
        if (!DateTime.lessThan(valid_from, valid_until)) return []
        const is_alias = name !== card.model
        return [{ provider, name, is_alias, valid_from, valid_until, replaced_at: null, version, card, json }]
      })
    })
  return { now, ended: [...before].filter((version) => !after.has(version)), added }
}
