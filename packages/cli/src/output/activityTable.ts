import { type ActivityRow, Usd } from "@tollgate/core"
import { barOf } from "./bar.js"
import { alignColumns } from "./columns.js"
import { dollars } from "./dollars.js"
import { visible } from "./visible.js"

/** The length of the longest bar, in characters. */
const LONGEST = 24

const spentOf = ({ byok_cost, cost }: ActivityRow) => Usd.add(cost, byok_cost)

const groupOf = (row: ActivityRow, group: string): string => {
  const value = group.startsWith("label:")
    ? row.labels?.[group.slice(6)]
    : Object.entries(row).find(([name]) => name === group)?.[1]
  if (typeof value !== "string") return "-"
  return group === "key" ? value.slice(0, 12) : visible(value)
}

const numbers = ["requests", "cost", "BYOK cost", "unknown", "input tokens", "output tokens"]

const numbersOf = (row: ActivityRow) => [
  String(row.requests),
  dollars(row.cost),
  dollars(row.byok_cost),
  dollars(row.unknown),
  String(row.input_tokens),
  String(row.output_tokens)
]

/** Rows as a table with a bar for each cost, own and BYOK together. */
export const activityTable = (rows: ReadonlyArray<ActivityRow>, groups: ReadonlyArray<string>): string => {
  const highest = rows.map(spentOf).sort((one, other) => (one < other ? 1 : -1))[0] ?? 0n
  const cells = [
    [...groups, ...numbers, ""],
    ...rows.map((row) => [
      ...groups.map((group) => groupOf(row, group)),
      ...numbersOf(row),
      barOf(spentOf(row), highest, LONGEST)
    ])
  ]
  return alignColumns(cells, (at) => at >= groups.length && at < groups.length + numbers.length)
}
