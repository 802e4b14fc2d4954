import type { Migration } from "./Migration.js"

const flags = [
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
]

/**
 * Holds with a flag in the order of lists, by each flag: a list of those with one reads no others. A hold without flags is in none:
 * PostgreSQL knows how many those are, but of an expression only if it is told to.
 */
export const flaggedHolds: Migration = () =>
  flags.map(
    (flag, bit) => `CREATE INDEX spending_holds_${flag} ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & ${1 << bit} <> 0`
  )
