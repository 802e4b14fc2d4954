import type { FoundPrice, NamedModel, PricePeriod } from "../prices/PriceBook.js"
import { PriceNotRead, type Prices, ReadPrices } from "./priceReads.js"

/** How many answers of each kind are kept. */
const MOST = 10_000

/** For how long they are kept, in milliseconds, whatever the version says. */
const LONGEST = 60_000

/** Answers of one version of the book, for the instants of a period. */
export class KeptPrices {
  readonly period: PricePeriod
  readonly answers = new ReadPrices(MOST)
  constructor(period: PricePeriod) {
    this.period = period
  }

  /** Whether the answers are those for an instant, in milliseconds since 1970. */
  isFor(instant: number): boolean {
    return this.period.from <= instant && instant < this.period.until
  }
}

/** Kept prices for one judgement. They tell whether it has asked for any. */
export class AskedPrices implements Prices {
  isAsked = false
  readonly #answers: Prices
  constructor({ answers }: KeptPrices) {
    this.#answers = answers
  }

  find(provider: string, model: string): FoundPrice | null {
    this.isAsked = true
    return this.#answers.find(provider, model)
  }

  resolve(provider: string | null, model: string): ReadonlyArray<NamedModel> {
    this.isAsked = true
    return this.#answers.resolve(provider, model)
  }
}

/**
 * The cards that were found, whatever the version of the book is now: the card of an instant in the past does not change. That there was
 * none can change, and so can what a name means.
 */
export class FoundCards implements Prices {
  readonly #answers: Prices
  constructor({ answers }: KeptPrices) {
    this.#answers = answers
  }

  find(provider: string, model: string): FoundPrice {
    const found = this.#answers.find(provider, model)
    if (found === null) throw new PriceNotRead({ _tag: "find", provider, model })
    return found
  }

  resolve(provider: string | null, model: string): never {
    throw new PriceNotRead({ _tag: "resolve", provider, model })
  }
}

const all = new WeakMap<object, KnownPrices>()

/**
 * Prices that were read for earlier requests. They may be out of date: an admission compares their version with the stored one, and answers
 * `Stale` if they differ. A change of the book in any process gives it another version.
 */
export class KnownPrices {
  #kept: KeptPrices | null = null
  /** When its period was read, in milliseconds since 1970. */
  #at = 0

  /** Those of a price book. They live as long as it does. */
  static of(book: object): KnownPrices {
    const known = all.get(book) ?? new KnownPrices()
    all.set(book, known)
    return known
  }

  /** Those that are kept for an instant, the present. */
  get(now: number): KeptPrices | undefined {
    const kept = this.#kept
    if (kept === null) return undefined
    // A clock that steps back says nothing about their age.
    if (now >= this.#at && now - this.#at < LONGEST && kept.isFor(now)) return kept
    this.#kept = null
    return undefined
  }

  /** Keeps the answers of a period that was read. They are read after it: should they be of a later version, the comparison tells. */
  keep(period: PricePeriod, now: number): KeptPrices {
    const before = this.get(now)
    // Another request has read it meanwhile.
    if (before?.period.version === period.version) return before
    const kept = new KeptPrices(period)
    this.#kept = kept
    this.#at = now
    return kept
  }

  /** Forgets those that are out of date, unless others have taken their place. */
  forget(kept: KeptPrices): void {
    if (this.#kept === kept) this.#kept = null
  }

  /** Forgets all. */
  clear(): void {
    this.#kept = null
  }
}
