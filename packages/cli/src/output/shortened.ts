import { columnsOf } from "./columns.js"

/** The longest text in a table, in columns of a terminal. */
const MAX_CELL_WIDTH = 40

/** A text as a cell of a table: one that is longer than 40 columns ends with an ellipsis. */
export const shortened = (text: string): string => {
  if (columnsOf(text) <= MAX_CELL_WIDTH) return text
  let [start, width] = ["", 0]
  for (const one of text) {
    width += columnsOf(one)
    if (width >= MAX_CELL_WIDTH) break
    start += one
  }
  return `${start}…`
}
