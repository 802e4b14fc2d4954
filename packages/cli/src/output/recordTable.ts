import type { Column } from "../operations/Operation.js"
import { bold } from "./colors.js"
import { alignColumns, columnsOf } from "./columns.js"
import { shortened } from "./shortened.js"
import { EMPTY, leftOf, NOTHING, type Row, titleOf, valueText } from "./valueText.js"

/** A table is at least as wide as this, in characters, if there is something to show. */
const WIDTH = 140

/** A part of a table: its lines, the title first. */
interface Part {
  readonly at: number
  readonly rank: number
  readonly lines: ReadonlyArray<string>
  readonly isNumber: boolean
}

/** Hashes and UUIDs of other records, as far as they tell them apart for eyes. */
const shortId = (text: string) => (text.length === 64 ? text.slice(0, 12) : text.slice(0, 8))

const cellOf = (column: Column, row: Row, isFirst: boolean) => {
  const text = valueText(column, row[column.name])
  if (isFirst || text === NOTHING) return text
  return column.kind === "id" ? shortId(text) : shortened(text)
}

/** Whether an amount is a part of another, as `usage_daily` is of `usage`. */
const isPart = ({ limit, name }: Column, amounts: ReadonlyArray<Column>) =>
  limit === undefined && amounts.some((other) => name.startsWith(`${other.name}_`) || name.endsWith(`_${other.name}`))

/** Which columns come first where not all have room; none for those that a table does not show. */
const rankOf = (columns: ReadonlyArray<Column>) => {
  const [first] = columns
  const amounts = columns.filter(({ kind }) => kind === "dollars")
  const name = columns.find((column) => column !== first && column.kind === "text")
  const time = columns.find(({ kind }) => kind === "time")
  return (column: Column): number | undefined => {
    if (column === first) return 0
    if (column === name) return 1
    switch (column.kind) {
      case "dollars":
        return isPart(column, amounts) ? undefined : 3
      case "number":
      case "text":
        return 4
      case "time":
        return column === time || column.isNullable ? 5 : 8
      case "list":
        return 6
      case "id":
        return 7
      default:
        return undefined
    }
  }
}

/** The flags that are on, in words: `is_management_key` is "management key". */
const flagsOn = (flags: ReadonlyArray<Column>, row: Row) =>
  flags
    .filter(({ name }) => row[name] === true)
    .map(({ name }) => name.replace(/^is_/, "").replaceAll("_", " "))
    .join(", ")

const partsOf = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<Row>): ReadonlyArray<Part> => {
  const rank = rankOf(columns)
  const flags = columns.filter(({ kind }) => kind === "flag")
  return columns.flatMap((column, at): ReadonlyArray<Part> => {
    if (column === flags[0]) {
      return [{ at, rank: 2, lines: ["is", ...rows.map((row) => flagsOn(flags, row))], isNumber: false }]
    }
    const own = rank(column)
    if (own === undefined) return []
    const isNumber = column.kind === "dollars" || column.kind === "number"
    const cells = rows.map((row) => cellOf(column, row, at === 0))
    // Its limit stands beside it.
    const title = column.limit === undefined ? titleOf(column) : "left"
    const part = { at, rank: own, lines: [title, ...cells], isNumber }
    if (column.limit === undefined) return [part]
    return [part, { at, rank: own, lines: ["", ...rows.map((row) => leftOf(column, row))], isNumber: false }]
  })
}

const saysSomething = ({ at, isNumber, lines }: Part) =>
  at === 0 || lines.slice(1).some((text) => !["", NOTHING, EMPTY, ...(isNumber ? ["0"] : [])].includes(text))

const widthOf = ({ lines }: Part) => Math.max(...lines.map(columnsOf)) + 2

/**
 * Records as a table. The first column identifies the record and is whole. Columns that say nothing of any record are left out, and so are those
 * for which there is no room.
 */
export const recordTable = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  { colors, width = WIDTH }: { readonly colors: boolean; readonly width?: number | undefined }
): string => {
  let room = Math.max(width, WIDTH) + 2
  const chosen = partsOf(columns, rows)
    .filter(saysSomething)
    .sort((one, other) => one.rank - other.rank)
    .filter((part) => {
      const fits = part.at === 0 || widthOf(part) <= room
      if (fits) room -= widthOf(part)
      return fits
    })
    .sort((one, other) => one.at - other.at)
  const lines = ["", ...rows].map((_, line) => chosen.map((part) => part.lines[line] ?? ""))
  const [titles = "", ...others] = alignColumns(lines, (at) => chosen[at]?.isNumber === true).split("\n")
  return [bold(titles, colors), ...others].join("\n")
}
