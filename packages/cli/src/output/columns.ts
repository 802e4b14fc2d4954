// Terminals show East Asian wide characters and emoji over two columns.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
// Marks and joiners take no column of their own.
const zero = /[\p{Mn}\p{Me}\p{Cf}]/u

/** How many columns of a terminal a text takes. */
export const columnsOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (zero.test(one) ? 0 : wide.test(one) ? 2 : 1), 0)

const fill = (text: string, columns: number) => " ".repeat(Math.max(0, columns - columnsOf(text)))

/** Rows as lines with aligned columns, two spaces apart. `isNumber` tells which columns are aligned at their end. */
export const alignColumns = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  isNumber: (at: number) => boolean = () => false
): string => {
  const widths = (rows[0] ?? []).map((_, at) => rows.reduce((most, row) => Math.max(most, columnsOf(row[at] ?? "")), 0))
  const aligned = (cell: string, at: number) =>
    isNumber(at) ? fill(cell, widths[at] ?? 0) + cell : cell + fill(cell, widths[at] ?? 0)
  return rows.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n")
}
