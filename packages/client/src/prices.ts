import type { Page, Paged, RateCard } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The prices of models, by which requests are charged. */
export interface Prices {
  /**
   * Returns one page of the rate cards that are in force or planned, by provider, model and period. Open to every key.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.prices.list({ limit: 10 })
   */
  list(page?: Page, options?: CallOptions): Promise<Paged<RateCard>>
}

export const prices = (transport: Transport): Prices => {
  const { mayTake } = methodsOf(transport)
  return {
    list: mayTake("listPrices")
  }
}
