/** Settings that every connection has from the layer. */
const reserved = new Set([
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
  "synchronous_commit"
])

/** The arguments of `options`, as the server splits them: by spaces, unless a backslash precedes one. */
const argumentsOf = (options: string) =>
  [...options.matchAll(/(?:\\.|[^\s\\])+/gsu)].map(([word]) => word.replaceAll(/\\(.)/gsu, "$1"))

/** The names of the settings that `options` of an address sets: `-c name=value`, `-cname=value` or `--name=value`. */
const namesOf = (options: string) => {
  const words = argumentsOf(options)
  return words.flatMap((word, n) => {
    const stated = /^(?:-c|--)(.+)$/su.exec(word)?.[1] ?? (words[n - 1] === "-c" ? word : null)
    // The server reads a dash in a name as an underscore, and ignores case.
    return stated === null ? [] : [stated.split("=")[0]?.trim().replaceAll("-", "_").toLowerCase() ?? ""]
  })
}

/** The first setting in `options` of an address that the layer sets itself, or null. */
export const reservedSetting = (options: string): string | null =>
  namesOf(options).find((name) => reserved.has(name)) ?? null
