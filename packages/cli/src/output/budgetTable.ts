import type { Column } from "../operations/Operation.js"
import { bold } from "./colors.js"
import { alignColumns } from "./columns.js"
import { shortened } from "./shortened.js"
import { usageBar } from "./usageBar.js"
import { NOTHING, type Row, titleOf, valueText } from "./valueText.js"
import { visible } from "./visible.js"

const amounts = ["spent", "held", "unknown", "limit", "boost", "remaining"]

/** Whether the column says something: boosts are rare. */
const isShown = (name: string, rows: ReadonlyArray<Row>) =>
  name !== "boost" || rows.some((row) => Number(row[name]) > 0)

/** A share in percent, rounded down: a budget of 100 % is used up. */
const percentOf = (row: Row): string => `${Math.floor(Number(row["share"]) * 100 + 1e-9)}%`

/** What the budget is about beside its name: the key or the member of a guardrail. */
const whoOf = ({ key_hash, user_id }: Row): string => {
  if (typeof user_id === "string") return shortened(visible(user_id))
  return typeof key_hash === "string" ? key_hash.slice(0, 12) : NOTHING
}

/** Budgets as a table, in the order of the list, each with a bar of its limit: spent, held and unknown in three shades. */
export const budgetTable = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>, colors: boolean): string => {
  const shown = (name: string) => columns.filter((column) => column.name === name)
  const numbered = amounts.filter((name) => isShown(name, rows))
  const [first, numbers, last] = [["scope", "name"].flatMap(shown), numbered.flatMap(shown), shown("resets_at")]
  const textsOf = (some: ReadonlyArray<Column>, row: Row) => some.map((column) => valueText(column, row[column.name]))
  const cells = [
    [...first.map(titleOf), "key or member", "window", "share", "", ...[...numbers, ...last].map(titleOf)],
    ...rows.map((row) => [
      ...textsOf(first, row).map(shortened),
      whoOf(row),
      String(row["window"]),
      percentOf(row),
      usageBar(row, "limit"),
      ...textsOf([...numbers, ...last], row)
    ])
  ]
  const isNumber = (at: number) => at === 4 || (at > 5 && at <= 5 + numbers.length)
  const [titles = "", ...others] = alignColumns(cells, isNumber).split("\n")
  return [bold(titles, colors), ...others].join("\n")
}
