import type * as Usd from "../values/Usd.js"
import { labelOf, usualGroups } from "./ActivityGroup.js"
import type { ActivityRow } from "./ActivityRow.js"

const amounts = ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"] as const

/** A spreadsheet would run a cell that begins with one of these as a formula. A quote before it makes it text. */
const isFormula = /^[=+\-@\t\r]/

const toCell = (value: string | null): string => {
  const text = value === null ? "" : isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An exact decimal. A double would round amounts of more than 15 digits. */
const toText = (value: number | Usd.Usd): string => {
  if (typeof value === "number") return String(value)
  const digits = String(value).padStart(10, "0")
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "")
}

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
  return [
    [...columns, ...amounts],
    ...rows.map((row) => [
      ...columns.map((column) => toCell(groupOf(row, column))),
      ...amounts.map((amount) => toText(row[amount]))
    ])
  ]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("")
}
