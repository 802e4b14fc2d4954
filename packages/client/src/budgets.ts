import type { BudgetPage, ListedBudget, Paged } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The budgets of an organization, of every kind. Amounts are in USD. */
export interface Budgets {
  /**
   * Returns one page of the budgets in force, those with the greatest share of their limit first. `above: 0.8` lists those of which 80 % or
   * more is spent or unknown. Open holds do not count.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.budgets.list({ above: 0.8 })
   */
  list(page?: BudgetPage, options?: CallOptions): Promise<Paged<ListedBudget>>
}

export const budgets = (transport: Transport): Budgets => {
  const { mayTake } = methodsOf(transport)
  return {
    list: mayTake("listBudgets")
  }
}
