// This file imports nothing: the client is made from it.

/** The item of a list that stands for null. */
const NONE = "none"

/** Texts that would be read as something else: `null` as a parameter counts as omitted. */
const words: ReadonlyArray<unknown> = [NONE, "null"]

const writeItem = (value: unknown): string => {
  if (value === null) return NONE
  return words.includes(value) ? `\\${value}` : String(value).replace(/[\\,]/g, "\\$&")
}

/**
 * A list as the value of a query parameter: its items, separated by commas. `none` stands for null. A backslash precedes a comma or a
 * backslash of an item, and the words `none` and `null` if they are texts.
 */
export const writeList = (values: ReadonlyArray<unknown>): string => values.map(writeItem).join(",")

/** The list that `writeList` has written. A backslash makes any character a part of its item. */
export const readList = (text: string): ReadonlyArray<string | null> => {
  const items: Array<string> = []
  let item = ""
  for (const token of text.match(/\\?./gsu) ?? []) {
    if (token === ",") {
      items.push(item)
      item = ""
    } else item += token
  }
  return [...items, item].map((one) => (one === NONE ? null : one.replace(/\\(.)/gsu, "$1")))
}
