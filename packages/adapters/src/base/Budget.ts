import type { AuthorizeOptions, HostSpending, NewHold } from "@tollgate/node"

/** Who pays for the requests of an adapter, and how the holds of requests end whose cost is not known. */
export interface Budget {
  /** Holds of an open gate: `gate.spending`. */
  readonly spending: Pick<HostSpending, "authorize" | "withHold">
  /** The API key that pays, or a function that returns it, called for each request. */
  readonly key: string | (() => string | PromiseLike<string>)
  /** Labels for reports: at most 8 names, each with a text. @default none */
  readonly labels?: NewHold["labels"]
  /** The longest time to wait for room while only open holds are in the way, as `authorize` does. @default no time */
  readonly waitFor?: AuthorizeOptions["waitFor"]
  /**
   * What becomes of the hold of a request that was aborted, or that failed although the provider may bill it: `unknown` marks it unknown, `estimate`
   * settles it with what was counted of a streamed answer and the price of its input, else with the amount that was set aside, and `drain` reads
   * the rest of a streamed answer to learn its cost.
   *
   * @default "unknown"
   */
  readonly onAbort?: AuthorizeOptions["onAbort"]
  /**
   * What becomes of the hold of a request whose answer does not state its usage: `unknown` marks it unknown, `estimate` settles it with what was
   * counted. It never costs 0.
   *
   * @default "unknown"
   */
  readonly onMissingUsage?: "estimate" | "unknown" | undefined
}

/** What to set aside for a request: an amount, or a usage of a model, which the price book prices. */
export type Asked = Pick<NewHold, "amount" | "model" | "provider" | "usage">

/** A budget that was checked. */
export interface CheckedBudget extends Budget {
  /** The input of the hold for a request. */
  readonly holdFor: (asked: Asked) => Promise<NewHold>
}

/**
 * Checks the budget that an adapter was given.
 *
 * @param adapter The function that was called, as its caller wrote it.
 * @throws {TypeError} if `spending` or `key` is missing: one sentence that says what to pass. `holdFor` rejects so if a function returned no key.
 */
export const checkBudget = (adapter: string, budget: Budget): CheckedBudget => {
  const { key, labels, spending } = budget
  const keyMissing = () =>
    new TypeError(`${adapter} needs \`key\`: pass the API key that pays, or a function that returns it.`)
  if (typeof spending?.withHold !== "function") {
    throw new TypeError(`${adapter} needs \`spending\` of an open gate: pass \`gate.spending\` of @tollgate/node.`)
  }
  if (!isKey(key) && typeof key !== "function") throw keyMissing()
  const holdFor = async (asked: Asked): Promise<NewHold> => {
    const found = typeof key === "function" ? await key() : key
    if (!isKey(found)) throw keyMissing()
    return { ...asked, key: found, ...(labels && { labels }) }
  }
  return { ...budget, holdFor }
}

const isKey = (key: unknown): key is string => typeof key === "string" && key !== ""
