import { type ActivityRow, columnsOfGroups, Usd } from "@tollgate/core"
import { barOf } from "./bar.js"
import { alignColumns } from "./columns.js"
import { dollars } from "./dollars.js"
import { visible } from "./visible.js"

/** The length of the longest bar, in characters. */
const MAX_BAR_WIDTH = 24

const spentOf = ({ byok_cost, cost }: ActivityRow) => Usd.add(cost, byok_cost)

const titleOf = (group: string) => (group.startsWith("label:") ? group : group.replace("_", " "))

/** The sum of all rows. */
const totalOf = (rows: ReadonlyArray<ActivityRow>): ActivityRow =>
  rows.reduce<ActivityRow>(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      cost: Usd.add(sum.cost, row.cost),
      byok_cost: Usd.add(sum.byok_cost, row.byok_cost),
      unknown: Usd.add(sum.unknown, row.unknown),
      input_tokens: sum.input_tokens + row.input_tokens,
      output_tokens: sum.output_tokens + row.output_tokens
    }),
    { requests: 0, cost: Usd.zero, byok_cost: Usd.zero, unknown: Usd.zero, input_tokens: 0, output_tokens: 0 }
  )

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

/** Rows as a table with a bar for each cost, own and BYOK together, and the total of several rows. */
export const activityTable = (rows: ReadonlyArray<ActivityRow>, groupBy: ReadonlyArray<string>): string => {
  const groups = columnsOfGroups(groupBy)
  const highest = rows.map(spentOf).sort((one, other) => (one < other ? 1 : -1))[0] ?? 0n
  const cells = [
    [...groups.map(titleOf), ...numbers, ""],
    ...rows.map((row) => [
      ...groups.map((group) => groupOf(row, group)),
      ...numbersOf(row),
      barOf(spentOf(row), highest, MAX_BAR_WIDTH)
    ]),
    ...(rows.length > 1 ? [[...groups.map((_, at) => (at === 0 ? "total" : "")), ...numbersOf(totalOf(rows)), ""]] : [])
  ]
  return alignColumns(cells, (at) => at >= groups.length && at < groups.length + numbers.length)
}
