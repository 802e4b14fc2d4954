import * as Either from "effect/Either"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { NewRateCard } from "../NewRateCard.js"
import type { RateCard } from "../RateCard.js"
import { providerSlug } from "./providerSlug.js"

/** An entry of a file that no card can express, and why. */
export interface SkippedEntry {
  readonly id: string
  readonly reason: string
}

/** A provider whose cards have another slug than the file's name for it. */
export interface MappedProvider {
  readonly name: string
  readonly slug: string
  /** Number of cards. */
  readonly cards: number
}

/** The cards of a file, the providers that it names otherwise, and the entries that were left out. */
export interface ReadCards {
  readonly cards: ReadonlyArray<RateCard>
  readonly mapped: ReadonlyArray<MappedProvider>
  readonly skipped: ReadonlyArray<SkippedEntry>
}

const idOf = (provider: string, model: string) => JSON.stringify([provider, model])

/** Collects the cards of a file. The first of several entries for the same id stays. */
export class Collected implements ReadCards {
  readonly cards: Array<RateCard> = []
  readonly skipped: Array<SkippedEntry> = []
  readonly #known = new Set<string>()
  readonly #mapped = new Map<string, MappedProvider>()

  get mapped(): ReadonlyArray<MappedProvider> {
    return [...this.#mapped.values()]
  }

  skip(id: string, reason: string): void {
    this.skipped.push({ id, reason })
  }

  /** Adds a card in its JSON form, whose provider has the file's name. `id` names the entry if the card is skipped. */
  add(id: string, given: typeof NewRateCard.Encoded): void {
    const card = { ...given, provider: providerSlug(given.provider) }
    const isNew = (model: string) => !this.#known.has(idOf(card.provider, model))
    if (!isNew(card.model)) {
      this.skip(id, "the model has an earlier entry")
      return
    }
    const aliases = (card.aliases ?? []).filter(isNew)
    const decoded = decode(NewRateCard, { ...card, aliases })
    if (Either.isLeft(decoded)) {
      this.skip(id, InvalidInput.fromParseError(decoded.left).message)
      return
    }
    for (const name of [card.model, ...aliases]) this.#known.add(idOf(card.provider, name))
    this.cards.push(decoded.right)
    if (given.provider === card.provider) return
    const cards = (this.#mapped.get(given.provider)?.cards ?? 0) + 1
    this.#mapped.set(given.provider, { name: given.provider, slug: card.provider, cards })
  }
}
