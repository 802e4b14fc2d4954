import { inspect } from "node:util"
import { plain } from "./plain.js"

const MAX_CHARACTERS = 120

/** A value on one line of a report, shortened. */
export const shown = (value: unknown): string => {
  const text = inspect(plain(value), { breakLength: Number.POSITIVE_INFINITY, depth: 1 })
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
