import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import { type FoundPrice, type NamedModel, PriceBook, type PricePeriod } from "../../prices/PriceBook.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import { PriceNotRead, type PriceQuestion, type Prices, priceName } from "../rules/Prices.js"

/** Of each kind. */
const MAX_ANSWERS = 10_000

/** Whatever the version says. */
const MAX_AGE_MS = 60_000

const contains = ({ from, until }: PricePeriod, instant: number) => from <= instant && instant < until

/** Answers that were read. */
export class ReadPrices implements Prices {
  readonly #found: BoundedMap<string, FoundPrice | null>
  readonly #resolved: BoundedMap<string, ReadonlyArray<NamedModel>>
  /** @param maxAnswers Of each kind. The oldest are evicted. */
  constructor(maxAnswers = Number.POSITIVE_INFINITY) {
    this.#found = new BoundedMap(maxAnswers)
    this.#resolved = new BoundedMap(maxAnswers)
  }

  find(provider: string, model: string): FoundPrice | null {
    const found = this.#found.get(priceName(provider, model))
    if (found === undefined) throw new PriceNotRead({ _tag: "find", provider, model })
    return found
  }

  resolve(provider: string | null, model: string): ReadonlyArray<NamedModel> {
    const resolved = this.#resolved.get(priceName(provider, model))
    if (resolved === undefined) throw new PriceNotRead({ _tag: "resolve", provider, model })
    return resolved
  }

  /** Reads an answer. */
  read(question: PriceQuestion, at: DateTime.Utc): Effect.Effect<void, StorageFailure, PriceBook> {
    const { model, provider } = question
    return Effect.flatMap(PriceBook, (book) =>
      question._tag === "find"
        ? Effect.map(book.find(question.provider, model, at), (found) => {
            this.#found.set(priceName(provider, model), Option.getOrNull(found))
          })
        : Effect.map(book.resolve(provider, model, at), (resolved) => {
            this.#resolved.set(priceName(provider, model), resolved)
          })
    )
  }
}

/** Answers of one version of the book, for the instants of a period. */
export class CachedPrices {
  readonly period: PricePeriod
  readonly answers = new ReadPrices(MAX_ANSWERS)
  constructor(period: PricePeriod) {
    this.period = period
  }

  /** Whether the answers are those for an instant, in milliseconds since 1970. */
  isFor(instant: number): boolean {
    return contains(this.period, instant)
  }
}

/** Cached prices for one judgement, and the cards that it has found. */
export class AskedPrices implements Prices {
  readonly cached: CachedPrices
  /** Whether the judgement used any. */
  isAsked = false
  readonly #cards = new Map<string, FoundPrice>()
  constructor(cached: CachedPrices) {
    this.cached = cached
  }

  find(provider: string, model: string): FoundPrice | null {
    this.isAsked = true
    const found = this.cached.answers.find(provider, model)
    if (found !== null) this.#cards.set(priceName(provider, model), found)
    return found
  }

  resolve(provider: string | null, model: string): ReadonlyArray<NamedModel> {
    this.isAsked = true
    return this.cached.answers.resolve(provider, model)
  }

  /** The cards that the judgement has found. */
  get cards(): FoundCards {
    return new FoundCards(this.cached.period, this.#cards)
  }
}

/**
 * The cards by which a hold was admitted: its act has confirmed the version of the book. They price its settlement, whatever the version is
 * then, because the card of an instant in the past does not change. A missing card and the meaning of a name can change.
 */
export class FoundCards implements Prices {
  readonly #period: PricePeriod
  readonly #cards: ReadonlyMap<string, FoundPrice>
  constructor(period: PricePeriod, cards: ReadonlyMap<string, FoundPrice>) {
    this.#period = period
    this.#cards = cards
  }

  /** Whether the cards are in force at an instant, in milliseconds since 1970. */
  isFor(instant: number): boolean {
    return contains(this.#period, instant)
  }

  find(provider: string, model: string): FoundPrice {
    const found = this.#cards.get(priceName(provider, model))
    if (found === undefined) throw new PriceNotRead({ _tag: "find", provider, model })
    return found
  }

  resolve(provider: string | null, model: string): never {
    throw new PriceNotRead({ _tag: "resolve", provider, model })
  }
}

const all = new WeakMap<object, PriceCache>()

/**
 * Prices that were read for earlier requests. They may be out of date: an admission compares their version with the stored one, and answers
 * `Stale` if they differ. A change of the book in any process gives it another version.
 */
export class PriceCache {
  #cached: CachedPrices | null = null
  /** When its period was read, in milliseconds since 1970. */
  #at = 0

  /** The cache of a price book, which lives as long as the book. */
  static of(book: object): PriceCache {
    const known = all.get(book) ?? new PriceCache()
    all.set(book, known)
    return known
  }

  /** Returns the cached prices of the present, if they are not too old. */
  get(now: number): CachedPrices | undefined {
    const cached = this.#cached
    if (cached === null) return undefined
    // A clock that steps back says nothing about their age.
    if (now >= this.#at && now - this.#at < MAX_AGE_MS && cached.isFor(now)) return cached
    this.#cached = null
    return undefined
  }

  /** Keeps the answers of a period that was read. They are read after it: should they be of a later version, the comparison tells. */
  keep(period: PricePeriod, now: number): CachedPrices {
    const before = this.get(now)
    // Another request has read it meanwhile.
    if (before?.period.version === period.version) return before
    this.#cached = new CachedPrices(period)
    this.#at = now
    return this.#cached
  }

  /** Forgets those that are out of date, unless others have taken their place. */
  forget(cached: CachedPrices): void {
    if (this.#cached === cached) this.#cached = null
  }

  /** Forgets all. */
  clear(): void {
    this.#cached = null
  }
}
