import type { Dialect } from "./dialects.js"

const groups = ["organization", "day", "api_key", "pruned", "workspace", "member", "request", "outcome", "labels"]
const amounts = ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"]

/**
 * Sums of requests by day. A day of an organization that is in `spending_days` has its sums in `spending_sums`, those of its rows with
 * `pruned` 0. Sums with `pruned` 1 are those of deleted rows. Numbers are those of `spending_names`, and 0 stands for none.
 */
export const activity = ({ table, whole, withoutRowid }: Dialect) => [
  table("spending_days", whole("organization"), whole("day"), "PRIMARY KEY (organization, day)") + withoutRowid,
  table(
    "spending_sums",
    ...[...groups, ...amounts].map((column) => whole(column)),
    `PRIMARY KEY (${groups.join(", ")})`
  ) + withoutRowid
]
