import * as Predicate from "effect/Predicate"
import type { Column } from "../operations/Operation.js"
import { bold } from "./colors.js"
import { recordTable } from "./recordTable.js"
import { leftOf, type Row, titleOf, valueText } from "./valueText.js"

type Line = readonly [title: string, text: string]

const isRows = (value: unknown): value is ReadonlyArray<Row> => Array.isArray(value) && value.every(Predicate.isRecord)

const linesOf = (columns: ReadonlyArray<Column>, row: Row): ReadonlyArray<Line> =>
  columns.flatMap((column): ReadonlyArray<Line> => {
    const value = row[column.name]
    switch (column.kind) {
      case "record":
        return Predicate.isRecord(value) ? linesOf(column.columns ?? [], value) : []
      case "secret":
      case "table":
        return []
      default:
        return [[`${titleOf(column)}:`, `${valueText(column, value)} ${leftOf(column, row)}`.trimEnd()]]
    }
  })

const indented = (text: string) => text.replaceAll(/^/gm, "  ")

/** One record: a line for each field, and below them its tables. A secret has none: it is the last line of the output. */
export const recordLines = (
  columns: ReadonlyArray<Column>,
  row: Row,
  options: { readonly colors: boolean; readonly width?: number | undefined }
): string => {
  const lines = linesOf(columns, row)
  const width = Math.max(0, ...lines.map(([title]) => title.length)) + 2
  const tables = columns.flatMap((column) => {
    const rows = row[column.name]
    if (column.kind !== "table" || !isRows(rows) || rows.length === 0) return []
    return [
      `${bold(`${titleOf(column)}:`, options.colors)}\n${indented(recordTable(column.columns ?? [], rows, options))}`
    ]
  })
  const own = lines.map(([title, text]) => `${bold(title, options.colors)}${" ".repeat(width - title.length)}${text}`)
  return [...(own.length === 0 ? [] : [own.join("\n")]), ...tables].join("\n\n")
}
