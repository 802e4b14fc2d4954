import { labelOf, usualGroups } from "./ActivityGroup.js"
import type { ActivityRow } from "./ActivityRow.js"
import { toCell, toCsv, toDecimal } from "./csv.js"

const amounts = ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"] as const

const groupOf = (row: ActivityRow, group: string): string | null => {
  const label = labelOf(group)
  if (label !== null) return row.labels?.[label] ?? null
  switch (group) {
    case "day":
    case "model":
    case "provider":
    case "key":
    case "key_name":
    case "user":
    case "workspace":
    case "workspace_name":
    case "basis":
      return row[group] ?? null
    default:
      return null
  }
}

/** The columns of groups: a key and a workspace have their names beside them. */
export const columnsOfGroups = (groups: ReadonlyArray<string>): ReadonlyArray<string> =>
  groups.flatMap((group) => (group === "key" || group === "workspace" ? [group, `${group}_name`] : [group]))

/**
 * Rows as CSV (RFC 4180), with a line of names. Amounts are exact decimals in USD, and null is an empty cell. A text that a spreadsheet would
 * take for a formula is preceded by a quote.
 */
export const activityCsv = (rows: ReadonlyArray<ActivityRow>, groups: ReadonlyArray<string> = usualGroups): string => {
  const columns = columnsOfGroups(groups)
  return toCsv([
    [...columns, ...amounts],
    ...rows.map((row) => [
      ...columns.map((column) => toCell(groupOf(row, column))),
      ...amounts.map((amount) => toDecimal(row[amount]))
    ])
  ])
}
