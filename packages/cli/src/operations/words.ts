/** A name of the contract or of the Promise API as a word of the command line: `listKeys` and `list_keys` are `list-keys`. */
export const wordOf = (name: string): string =>
  name
    .replaceAll("_", "-")
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/^-/, "")

/** The flag of a field. */
export const flagOf = (name: string): string => `--${wordOf(name)}`
