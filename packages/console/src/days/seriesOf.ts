import type { ActivityRow } from "@tollgate/client"
import { costOf, type Days, idOf, MOST, nameOf, type SplitBy } from "./readSplit.js"

/** One color of the bars. */
export interface Series {
  readonly name: string
  /** The number of its color: 8 is that of all others. */
  readonly color: number
  /** USD of each day, oldest first. */
  readonly amounts: ReadonlyArray<number>
  readonly sum: number
}

const sumOf = (amounts: ReadonlyArray<number>) => Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(9))

/** What rows of a day each cost, oldest day first. A row that two pages have counts once. */
const amountsOf = (days: ReadonlyArray<string>, rows: ReadonlyArray<ActivityRow>): ReadonlyArray<number> => {
  const costs = new Map(rows.map((row) => [row.day, costOf(row)]))
  return days.map((day) => costs.get(day) ?? 0)
}

/** The series of one thing, by the rows of its days. */
export const oneSeries = (name: string, days: ReadonlyArray<string>, rows: ReadonlyArray<ActivityRow>): Series => {
  const amounts = amountsOf(days, rows)
  return { name, color: 0, amounts, sum: sumOf(amounts) }
}

/**
 * The series of a chart: those that cost most, and all others together, which are the difference between them and the sums of the days. So each bar is
 * as high as its day has cost, however many others there are.
 */
export const seriesOf = ({ days, largest, rows, sums }: Days, by: SplitBy): ReadonlyArray<Series> => {
  const named = largest.map((one, color) => {
    const own = rows.filter((row) => idOf(row, by) === idOf(one, by))
    return { ...oneSeries(nameOf(one, by), days, own), color }
  })
  const rest = amountsOf(days, sums).map((sum, at) => {
    const shown = named.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0)
    return Math.max(0, Number((sum - shown).toFixed(9)))
  })
  const others = { name: "all others", color: MOST, amounts: rest, sum: sumOf(rest) }
  return others.sum > 0 ? [...named, others] : named
}
