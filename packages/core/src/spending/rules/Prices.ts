import type { FoundPrice, NamedModel } from "../../prices/PriceBook.js"

/** What a decision asks the price book, as it is at one instant. Null for the provider asks all of them. */
export type PriceQuestion =
  | { readonly _tag: "find"; readonly provider: string; readonly model: string }
  | { readonly _tag: "resolve"; readonly provider: string | null; readonly model: string }

/** Thrown by `Prices`, and caught by `decideBy`. */
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

/**
 * Decides by prices. If the decision asks for one that was not read, that is returned in place of the decision: once it is read, the
 * decision is made again.
 */
export const decideBy = <P extends Prices, A>(prices: P, decide: (prices: P) => A): A | PriceNotRead => {
  try {
    return decide(prices)
  } catch (cause) {
    if (cause instanceof PriceNotRead) return cause
    throw cause
  }
}

/** Prices of which none was read. */
export const noPrices: Prices = {
  find: (provider, model) => {
    throw new PriceNotRead({ _tag: "find", provider, model })
  },
  resolve: (provider, model) => {
    throw new PriceNotRead({ _tag: "resolve", provider, model })
  }
}
