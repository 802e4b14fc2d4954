import type { Column } from "../operations/Operation.js"
import { bold } from "./colors.js"
import { alignColumns } from "./columns.js"
import { type Row, titleOf, valueText } from "./valueText.js"

/** What a line shows: the text has the names and the amounts. */
const SHOWN = ["at", "kind", "text"]

/** Alerts as a table: when, of which kind, and the whole sentence. */
export const alertTable = (columns: ReadonlyArray<Column>, alerts: ReadonlyArray<Row>, colors: boolean): string => {
  const shown = columns.filter(({ name }) => SHOWN.includes(name)).sort((one, other) => rank(one) - rank(other))
  const lines = [shown.map(titleOf), ...alerts.map((row) => shown.map((column) => valueText(column, row[column.name])))]
  const [titles = "", ...others] = alignColumns(lines).split("\n")
  return [bold(titles, colors), ...others].join("\n")
}

const rank = ({ name }: Column) => SHOWN.indexOf(name)
