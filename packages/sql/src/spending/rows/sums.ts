import type { ActivityField } from "@tollgate/core/storage"

/** What sums are stored by, beside the organization and whether their rows were deleted. */
export const groups = ["day", "api_key", "workspace", "member", "request", "outcome", "labels"] as const
export type GroupColumn = (typeof groups)[number]

/** The columns that a sum is told apart by, by what is asked for. */
export const columnsOf: Readonly<Record<ActivityField, ReadonlyArray<GroupColumn>>> = {
  day: ["day"],
  key: ["api_key"],
  user: ["member"],
  workspace: ["workspace"],
  served: ["request", "outcome"],
  labels: ["labels"]
}

/** Amounts of money, which together are at most what the counters of the organization hold. */
const money = {
  cost: "CASE WHEN state = 4 AND NOT is_byok THEN cost ELSE 0 END",
  byok_cost: "CASE WHEN state = 4 AND is_byok THEN cost ELSE 0 END",
  unknown: "CASE WHEN state = 3 THEN amount ELSE 0 END"
}
const tokens = { input_tokens: "input_tokens", output_tokens: "output_tokens" }

/** The columns of amounts, and how each follows from a row of the ledger. */
export const amounts = { requests: "1", ...money, ...tokens }
export const amountNames = Object.keys(amounts)

const DAY = 86_400_000

/** How the columns that sums are stored by follow from a row of the ledger. */
export const ofRow: Readonly<Record<GroupColumn, string>> = {
  day: `opened_at / ${DAY}`,
  api_key: "api_key",
  workspace: "workspace",
  member: "member",
  request: "request",
  outcome: "COALESCE(outcome, 0)",
  labels: "COALESCE(labels, 0)"
}

const MOST = "9223372036854775807"

const summed = (amount: string, isPostgres: boolean) => (isPostgres ? `SUM(${amount})::bigint` : `SUM(${amount})`)

/** A count of tokens, which saturates at the maximum of 64 bits. In two halves on SQLite, where the sum itself would fail. */
const saturated = (amount: string, isPostgres: boolean) => {
  if (isPostgres) return `LEAST(SUM(${amount}), ${MOST})::bigint`
  const [high, low] = [`SUM((${amount}) / 1000000000)`, `SUM((${amount}) % 1000000000)`]
  return `CASE WHEN ${high} + ${low} / 1000000000 >= 9223372036 THEN ${MOST} ELSE ${high} * 1000000000 + ${low} END`
}

/** A statement that stores sums of the rows of the ledger that `where` selects. */
export const storeSums = (where: string, pruned: 0 | 1, isPostgres: boolean): string => {
  const columns = ["organization", "pruned", ...groups, ...amountNames].join(", ")
  const values = [
    "organization",
    String(pruned),
    ...groups.map((name) => ofRow[name]),
    ...Object.values({ requests: amounts.requests, ...money }).map((amount) => summed(amount, isPostgres)),
    ...Object.values(tokens).map((amount) => saturated(amount, isPostgres))
  ]
  const by = groups.map((name) => ofRow[name]).join(", ")
  return `INSERT INTO spending_sums (${columns}) SELECT ${values.join(", ")}
FROM spending_holds WHERE ${where} GROUP BY organization, ${by}`
}

/** Adds to sums that exist, where a statement would insert them again. */
export const addToSums = `ON CONFLICT (organization, day, api_key, pruned, workspace, member, request, outcome, labels) DO UPDATE SET ${amountNames
  .map(
    (name) =>
      `${name} = ${
        name in tokens ? `CASE WHEN spending_sums.${name} > ${MOST} - excluded.${name} THEN ${MOST} ELSE ` : ""
      }spending_sums.${name} + excluded.${name}${name in tokens ? " END" : ""}`
  )
  .join(", ")}`
