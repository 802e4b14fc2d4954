import { createHash } from "node:crypto"
import * as DateTime from "effect/DateTime"
import { toJson } from "./cardJson.js"
import { endOf, startOf } from "./periods.js"
import type { RateCard } from "./RateCard.js"

// The range of a JavaScript date, in milliseconds since 1970.
export const FARTHEST = 8_640_000_000_000_000

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

/** What a plan needs of a stored version. */
type Stored = Pick<PriceVersion, "name" | "provider" | "replaced_at" | "valid_until" | "version">

/** Whether a replacement changes anything. */
export const isChange = ({ added, ended }: Replacement): boolean => added.length > 0 || ended.length > 0

/** When a change takes place: not before an earlier one. */
const instantOf = (stored: ReadonlyArray<Stored>, given: DateTime.Utc) =>
  stored.reduce((latest, { replaced_at }) => (replaced_at === null ? latest : DateTime.max(latest, replaced_at)), given)

const isLive =
  (now: DateTime.Utc) =>
  ({ replaced_at, valid_until }: Stored) =>
    replaced_at === null && DateTime.greaterThan(valid_until, now)

/** Plans how cards replace the stored versions. An equal card stays as it is, and so do the versions with the hashes of `kept`. */
export const planReplacement = (
  stored: ReadonlyArray<Stored>,
  cards: ReadonlyArray<HashedCard>,
  given: DateTime.Utc,
  kept: ReadonlySet<string> = new Set()
): Replacement => {
  const now = instantOf(stored, given)
  const before = new Set(stored.filter(isLive(now)).map(({ version }) => version))
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
  const stays = (version: string) => after.has(version) || kept.has(version)
  return { now, ended: [...before].filter((version) => !stays(version)), added }
}

/** What a merge leaves of the stored cards, by their hashes. */
export interface Merge {
  /** Those that stay as they are. */
  readonly kept: ReadonlySet<string>
  /** Those that go on without the ids that `taken` has for their provider. */
  readonly clashing: ReadonlySet<string>
  /** Whether a new card has this id at this provider. */
  readonly taken: (provider: string, name: string) => boolean
  /** The new cards, without the aliases that are ids of models that stay. */
  readonly cards: ReadonlyArray<HashedCard>
}

const without = (card: RateCard, isLost: (alias: string) => boolean): RateCard =>
  card.aliases.some(isLost) ? { ...card, aliases: card.aliases.filter((alias) => !isLost(alias)) } : card

/** Plans how cards are merged into the stored ones: they replace those of the same provider and model. */
export const planMerge = (
  stored: ReadonlyArray<Stored & Pick<PriceVersion, "is_alias">>,
  cards: ReadonlyArray<RateCard>,
  given: DateTime.Utc
): Merge => {
  const live = stored.filter(isLive(instantOf(stored, given)))
  const models = new Set(cards.map(({ model, provider }) => idOf(provider, model)))
  const ended = new Set(
    live.filter((one) => !one.is_alias && models.has(idOf(one.provider, one.name))).map(({ version }) => version)
  )
  const rest = live.filter(({ version }) => !ended.has(version))
  const theirs = new Set(rest.filter((one) => !one.is_alias).map(({ name, provider }) => idOf(provider, name)))
  const merged = cards.map((card) => without(card, (alias) => theirs.has(idOf(card.provider, alias))))
  const ids = new Set(merged.flatMap((card) => [card.model, ...card.aliases].map((id) => idOf(card.provider, id))))
  const taken = (provider: string, name: string) => ids.has(idOf(provider, name))
  const clashing = new Set(rest.filter(({ name, provider }) => taken(provider, name)).map(({ version }) => version))
  const kept = new Set(rest.map(({ version }) => version).filter((version) => !clashing.has(version)))
  return { kept, clashing, taken, cards: hashCards(merged) }
}

/** Plans the changes of a merge. `clashing` are the cards with these hashes, and may be repeated. */
export const planMerged = (
  stored: ReadonlyArray<Stored>,
  { cards, kept, taken }: Merge,
  clashing: ReadonlyArray<RateCard>,
  given: DateTime.Utc
): Replacement => {
  const left = hashCards(clashing.map((card) => without(card, (alias) => taken(card.provider, alias))))
  const each = new Map(left.map((card) => [card.version, card]))
  return planReplacement(stored, [...cards, ...each.values()], given, kept)
}
