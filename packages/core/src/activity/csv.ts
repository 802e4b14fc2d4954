import type * as Usd from "../values/Usd.js"

/** A spreadsheet would run a cell that begins with one of these as a formula. A quote before it makes it text. */
const isFormula = /^[=+\-@\t\r]/

/** A text as a cell of CSV (RFC 4180). Null is an empty cell, and a text that a spreadsheet would take for a formula is preceded by a quote. */
export const toCell = (value: string | null): string => {
  const text = value === null ? "" : isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A number, or an amount in USD, as an exact decimal. A double would round amounts of more than 15 digits. */
export const toDecimal = (value: number | Usd.Usd): string => {
  if (typeof value === "number") return String(value)
  const digits = String(value).padStart(10, "0")
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "")
}

/** Lines of cells. */
export const toCsv = (lines: ReadonlyArray<ReadonlyArray<string>>): string =>
  lines.map((cells) => `${cells.join(",")}\r\n`).join("")
