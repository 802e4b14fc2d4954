import * as Schema from "effect/Schema"
import { Bound, holds, verdict } from "./bound.js"

/** A table under a heading, and whether each bound in it was met. */
export interface Section {
  readonly text: string
  readonly held: boolean
}

/** A row: its cells, and the figure with its bound, if it has one. */
export const Row = Schema.Struct({
  cells: Schema.Array(Schema.String),
  judged: Schema.optionalWith(Schema.Tuple(Schema.Number, Bound), { exact: true })
})
export type Row = typeof Row.Type

const line = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>) =>
  `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`

const markdown = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((row) => row[i]?.length ?? 0)))
  const rule = widths.map((width) => "-".repeat(width))
  return [head, rule, ...rows].map((cells) => line(cells, widths)).join("\n")
}

export const section = (title: string, head: ReadonlyArray<string>, rows: ReadonlyArray<Row>): Section => {
  const judged = rows.map(({ cells, judged }) => {
    const [figure, bound] = judged ?? []
    return figure === undefined || bound === undefined
      ? [...cells, "", ""]
      : [...cells, bound.name, verdict(bound, figure)]
  })
  return {
    text: `### ${title}\n\n${markdown([...head, "Bound", "Met"], judged)}\n`,
    held: rows.every(({ judged }) => judged === undefined || holds(judged[1], judged[0]))
  }
}

/** Three significant digits, or all digits before the point. */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3)
