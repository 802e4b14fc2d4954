import { costOf, type Days, idOf, nameOf, type SplitBy } from "./readDays.js"

/** One color of the bars. */
export interface Series {
  readonly name: string
  /** The number of its color: 8 is that of all others. */
  readonly color: number
  /** USD of each day, oldest first. */
  readonly amounts: ReadonlyArray<number>
  readonly sum: number
}

/** So many have a color of their own. */
const MOST = 8

const sumOf = (amounts: ReadonlyArray<number>) => Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(9))

/** The series of a chart: those that cost most, and all others together. Together they are the sums of the days. */
export const seriesOf = ({ days, rows, sums }: Days, by: SplitBy): ReadonlyArray<Series> => {
  const dayAt = new Map(days.map((day, at) => [day, at]))
  const found = new Map<string, { readonly name: string; readonly amounts: Array<number> }>()
  for (const row of rows) {
    const at = dayAt.get(row.day ?? "")
    if (at === undefined) continue
    const id = idOf(row, by) ?? ""
    const one = found.get(id) ?? { name: nameOf(row, by), amounts: days.map(() => 0) }
    one.amounts[at] = (one.amounts[at] ?? 0) + costOf(row)
    found.set(id, one)
  }
  const largest = [...found.values()]
    .map((one) => ({ ...one, sum: sumOf(one.amounts) }))
    .filter(({ sum }) => sum > 0)
    .sort((one, other) => other.sum - one.sum)
    .slice(0, MOST)
    .map((one, color) => ({ ...one, color }))
  const rest = days.map((day, at) => {
    const row = sums.find((sum) => sum.day === day)
    const named = largest.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0)
    return Math.max(0, Number(((row === undefined ? 0 : costOf(row)) - named).toFixed(9)))
  })
  const others = { name: "all others", color: MOST, amounts: rest, sum: sumOf(rest) }
  return others.sum > 0 ? [...largest, others] : largest
}
