import type { Field } from "./Operation.js"

/** A name of the contract or of the Promise API as a word of the command line: `listKeys` and `list_keys` are `list-keys`. */
export const wordOf = (name: string): string =>
  name
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "")

/**
 * The word of a resource: its name in the Promise API. The exception is `holds` for `spending`, which is what its records are called, and its path
 * in the API.
 */
export const resourceWordOf = (name: string): string => (name === "spending" ? "holds" : wordOf(name))

/** Commands of one word, by those that their operations would have. */
const short: Readonly<Record<string, string>> = { "activity overview": "overview" }

/** The words of the command of a method. */
export const commandWordsOf = (resource: string, method: string): ReadonlyArray<string> => {
  const words = [resourceWordOf(resource), wordOf(method)]
  const one = short[words.join(" ")]
  return one === undefined ? words : [one]
}

/** The flag of a field. */
export const flagOf = ({ flag, name }: Pick<Field, "flag" | "name">): string => `--${wordOf(flag ?? name)}`
