import type { OrganizationId } from "@tollgate/core"
import type { ActivityField, Day, HoldRecord } from "@tollgate/core/storage"
import type { Dialect, Statement } from "./Dialect.js"
import { digestOf } from "./Names.js"

/** What sums are stored by, beside the organization and whether their rows were deleted. */
export const groups = ["day", "api_key", "workspace", "member", "request", "outcome", "labels"] as const
export type GroupColumn = (typeof groups)[number]

/** The columns by which sums are grouped, for each field of a report. */
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

/** The maximum of 64 bits. */
export const MAX_INT64 = "9223372036854775807"

/** A statement that stores sums of the rows of the ledger that `where` selects. */
export const storeSums = (where: string, pruned: 0 | 1, { saturatedSum, sum }: Dialect): string => {
  const columns = ["organization", "pruned", ...groups, ...amountNames].join(", ")
  const values = [
    "organization",
    String(pruned),
    ...groups.map((name) => ofRow[name]),
    ...Object.values({ requests: amounts.requests, ...money }).map(sum),
    ...Object.values(tokens).map(saturatedSum)
  ]
  const by = groups.map((name) => ofRow[name]).join(", ")
  return `INSERT INTO spending_sums (${columns}) SELECT ${values.join(", ")}
FROM spending_holds WHERE ${where} GROUP BY organization, ${by}`
}

/** Adds to sums that exist, where a statement would insert them again. */
const addToSums = `ON CONFLICT (organization, day, api_key, pruned, workspace, member, request, outcome, labels) DO UPDATE SET ${amountNames
  .map(
    (name) =>
      `${name} = ${
        name in tokens
          ? `CASE WHEN spending_sums.${name} > ${MAX_INT64} - excluded.${name} THEN ${MAX_INT64} ELSE `
          : ""
      }spending_sums.${name} + excluded.${name}${name in tokens ? " END" : ""}`
  )
  .join(", ")}`

const isOrganization = "organization = (SELECT id FROM spending_names WHERE digest = ?)"

/** Deletes holds that have ended, with their corrections, and adds what they spent to the sums of their days. */
export const pruneHolds = (holds: ReadonlyArray<HoldRecord>, dialect: Dialect): ReadonlyArray<Statement> => {
  const among = (column: string, of: ReadonlyArray<HoldRecord>) =>
    dialect.isAmong(
      column,
      "uuid",
      of.map(({ id }) => dialect.idOf(id))
    )
  const corrected = holds.filter(({ corrections }) => corrections > 0)
  const pruned = among("hold", corrected).map(([isPruned, params]) => ({
    text: dialect.numbered(`DELETE FROM spending_corrections WHERE ${isPruned}`),
    params
  }))
  return pruned.concat(
    among("id", holds).flatMap(([isPruned, params]) => [
      {
        text: dialect.numbered(`${storeSums(`state = 4 AND ${isPruned}`, 1, dialect)}\n${addToSums}`),
        params
      },
      { text: dialect.numbered(`DELETE FROM spending_holds WHERE ${isPruned}`), params }
    ])
  )
}

/** Drops what is kept of days of an organization: of one, or of all from one on. */
export const dropDays = (
  id: OrganizationId,
  day: Day.Day,
  which: "only" | "and later",
  { numbered }: Dialect
): ReadonlyArray<Statement> => {
  const days = `${isOrganization} AND day ${which === "only" ? "=" : ">="} ?`
  const params = [digestOf(id), day]
  return [
    { text: numbered(`DELETE FROM spending_days WHERE ${days}`), params },
    { text: numbered(`DELETE FROM spending_sums WHERE ${days} AND pruned = 0`), params }
  ]
}
