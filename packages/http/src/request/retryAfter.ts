import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PaymentRequired } from "../api/WireError.js"

const readBudgets = Schema.decodeUnknownOption(
  Schema.Array(Schema.Struct({ earliest_lease_end: Schema.NullOr(Schema.DateTimeUtc) }))
)

/**
 * Seconds until an amount that open holds keep out may fit: each of the budgets that refuse it has a lease that ends by then. At
 * least 1. Null if waiting does not help.
 */
export const retryAfter = ({ error: { metadata } }: PaymentRequired, now: DateTime.Utc): number | null => {
  if (metadata?.["reason"] !== "budget_held") return null
  const budgets = Option.getOrElse(readBudgets(metadata["budgets"]), () => [])
  const ends = budgets.flatMap(({ earliest_lease_end: end }) => (end === null ? [] : [end.epochMillis]))
  return Math.max(1, Math.ceil((Math.max(0, ...ends) - now.epochMillis) / 1000))
}
