import type { Alert, AlertPage, Paged } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Alerts about budgets. */
export interface Alerts {
  /**
   * Returns one page of the alerts about budgets of the account, newest first: that a budget has reached a threshold of its limit
   * (`crossing`), that the first request of its window was refused (`refused`), that more than 10 % of its limit is unknown (`unknown`), or that
   * the holder of a key asks for more (`request`). Alerts are counted up to 10,000: a `total_count` of 10,001 stands for more.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.alerts.list({ kind: "crossing", from: "2026-05-01T00:00:00Z" })
   */
  list(page?: AlertPage, options?: CallOptions): Promise<Paged<Alert>>
}

export const alerts = (transport: Transport): Alerts => {
  const { mayTake } = methodsOf(transport)
  return {
    list: mayTake("listAlerts")
  }
}
