import { isRecord } from "./isRecord.js"

/** How to reach a server. */
export interface ConnectOptions {
  /**
   * The server's address, such as `https://tollgate.example`: HTTP or HTTPS, without credentials, query and fragment. If it has
   * a path, the operations are below that path; otherwise they are below `/api/v1`.
   */
  readonly url: string | URL
  /**
   * The function that sends requests.
   *
   * @default globalThis.fetch
   */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const names = ["url", "fetch"]

/** What is wrong with the options, without their values; null if nothing is. The address is checked where it is parsed. */
const findProblem = (options: unknown): string | null => {
  if (!isRecord(options)) return 'Tollgate.connect takes { url: "https://tollgate.example" }.'
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return `Tollgate.connect has no option ${JSON.stringify(unknown)}. Its options are url and fetch.`
  return options["fetch"] === undefined || typeof options["fetch"] === "function"
    ? null
    : "The option fetch must be a function like the global fetch."
}

/**
 * Rejects unknown and invalid options.
 *
 * @throws {TypeError} with a message that repeats no value.
 */
export const checkOptions = (options: unknown): void => {
  const problem = findProblem(options)
  if (problem !== null) throw new TypeError(problem)
}
