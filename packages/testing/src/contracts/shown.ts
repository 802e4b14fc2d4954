import { inspect } from "node:util"
import { plain } from "./plain.js"

const MOST = 120

/** A value on one line of a report, shortened. */
export const shown = (value: unknown): string => {
  const text = inspect(plain(value), { breakLength: Number.POSITIVE_INFINITY, depth: 1 })
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
