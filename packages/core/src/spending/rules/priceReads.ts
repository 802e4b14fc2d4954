import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import { type FoundPrice, type NamedModel, PriceBook } from "../../prices/PriceBook.js"
import { families } from "../../runtime/metrics/families.js"
import { Metrics } from "../../runtime/metrics/Metrics.js"

/** What a decision asks the price book, as it is at one instant. Null for the provider asks all of them. */
export type PriceQuestion =
  | { readonly _tag: "find"; readonly provider: string; readonly model: string }
  | { readonly _tag: "resolve"; readonly provider: string | null; readonly model: string }

/** Thrown by `Prices`, and caught where the book can be read: the decision then runs again, on more answers. */
export class PriceNotRead extends Error {
  readonly question: PriceQuestion
  constructor(question: PriceQuestion) {
    super("A price was not read.")
    this.question = question
  }
}

/** The name of an answer in memory. */
export const priceName = (provider: string | null, model: string) => `${provider ?? ""}\n${model}`

/** Answers of the price book for one instant. Those that were not read throw `PriceNotRead`. */
export interface Prices {
  /** The card of a provider's model; null if there is none. */
  readonly find: (provider: string, model: string) => FoundPrice | null
  /** The models that a text may mean, at a provider or, for null, at any one. */
  readonly resolve: (provider: string | null, model: string) => ReadonlyArray<NamedModel>
}

/** Keeps an answer, and at most as many as stated. */
const keep = <A>(answers: Map<string, A>, name: string, answer: A, most: number) => {
  answers.set(name, answer)
  if (answers.size <= most) return
  for (const oldest of answers.keys()) {
    answers.delete(oldest)
    return
  }
}

/** Answers that were read. */
export class ReadPrices implements Prices {
  readonly #most: number
  readonly #found = new Map<string, FoundPrice | null>()
  readonly #resolved = new Map<string, ReadonlyArray<NamedModel>>()
  /** @param most How many answers of each kind are kept. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
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
            keep(this.#found, priceName(provider, model), Option.getOrNull(found), this.#most)
          })
        : Effect.map(book.resolve(provider, model, at), (resolved) => {
            keep(this.#resolved, priceName(provider, model), resolved, this.#most)
          })
    )
  }
}

/** Decides by prices of an instant, after what the decision asks was read. */
export const byPrices = <A>(
  at: DateTime.Utc,
  decide: (prices: Prices) => A
): Effect.Effect<A, StorageFailure, PriceBook> => {
  const prices = new ReadPrices()
  const attempt = (): Effect.Effect<A, StorageFailure, PriceBook> => {
    try {
      return Effect.succeed(decide(prices))
    } catch (cause) {
      if (!(cause instanceof PriceNotRead)) throw cause
      return Effect.flatMap(prices.read(cause.question, at), attempt)
    }
  }
  return Effect.suspend(attempt)
}

/** Prices of which none was read. */
export const noPrices: Prices = new ReadPrices()

/** Counts a usage without a price, if metrics are on. */
export const countUnknownPrice: Effect.Effect<void> = Effect.map(Metrics, (registry) => {
  registry?.counter(families.unknownPrices).update(1)
})
