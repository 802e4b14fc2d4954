import * as Predicate from "effect/Predicate"

/** Which server is asked, and by what. */
export interface ConnectOptions {
  /**
   * The server's address, `https://tollgate.example` for one. Where it names a path, the operations are below that; otherwise
   * below `/api/v1`.
   */
  readonly url: string | URL
  /** Sends the requests in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

const names = ["url", "fetch"]

const judge = (options: unknown): string | null => {
  if (!Predicate.isRecord(options)) return 'Tollgate.connect takes { url: "https://tollgate.example" }.'
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined)
    return `Tollgate.connect knows no option ${JSON.stringify(unknown)}: it takes url and fetch.`
  return options["fetch"] === undefined || Predicate.isFunction(options["fetch"])
    ? null
    : "The option fetch must be a function like the global fetch."
}

/** Refuses options that are none. The address itself is judged where it is read. Throws a `TypeError`. */
export const checkOptions = (options: unknown): void => {
  const wrong = judge(options)
  if (wrong !== null) throw new TypeError(wrong)
}
