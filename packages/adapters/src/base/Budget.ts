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
  /** Whether `waitFor` waits for more, too, where budgets are spent: at most 15 minutes, as `authorize` does. @default false */
  readonly forMore?: AuthorizeOptions["forMore"]
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
export type Reservation = Pick<NewHold, "amount" | "model" | "provider" | "usage">

/** A budget that was checked. */
export interface CheckedBudget extends Budget {
  /** The input of the hold for a request. */
  readonly holdFor: (reservation: Reservation) => Promise<NewHold>
}

/** The options of every budget. */
const common = ["spending", "key", "labels", "waitFor", "forMore", "onAbort", "onMissingUsage"]

/** The options that have one of some words. */
const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  onAbort: ["unknown", "estimate", "drain"],
  onMissingUsage: ["unknown", "estimate"],
  unit: ["calls", "seconds", "characters"],
  unpriced: ["refused", "free"]
}

/**
 * Checks the budget that an adapter was given.
 *
 * @param adapter The function that was called, as its caller wrote it.
 * @param own The options that it has beside those of every budget.
 * @throws {TypeError} if `spending` or `key` is missing, or an option is unknown: one sentence that says what to pass. `holdFor` rejects so if a
 * function returned no key.
 */
export const checkBudget = (adapter: string, budget: Budget, own: ReadonlyArray<string>): CheckedBudget => {
  const { key, labels, spending } = budget ?? {}
  if (typeof spending?.withHold !== "function") {
    throw new TypeError(
      `${adapter} needs \`spending\` of an open gate: pass \`gate.spending\` of \`Tollgate.open\` of @tollgate/node.`
    )
  }
  if (typeof key !== "function") checkKey(adapter, key)
  for (const [name, value] of Object.entries(budget)) checkOption(adapter, name, value, [...common, ...own])
  const holdFor = async (reservation: Reservation): Promise<NewHold> => {
    const found = typeof key === "function" ? await key() : key
    checkKey(adapter, found)
    return { ...reservation, key: found, ...(labels && { labels }) }
  }
  return { ...budget, holdFor }
}

const checkOption = (adapter: string, name: string, value: unknown, names: ReadonlyArray<string>) => {
  if (!names.includes(name)) {
    throw new TypeError(`${adapter} has no option \`${name}\`: it has ${listed(names, "and")}.`)
  }
  const allowed = words[name]
  if (allowed !== undefined && value !== undefined && !allowed.includes(String(value))) {
    throw new TypeError(`${adapter} has no such \`${name}\`: pass ${listed(allowed, "or")}.`)
  }
}

function checkKey(adapter: string, key: unknown): asserts key is string {
  if (typeof key !== "string" || key === "") {
    throw new TypeError(`${adapter} needs \`key\`: pass the API key that pays, or a function that returns it.`)
  }
  if (otherKey.test(key)) {
    const found = "it was given a hash, a management key or a gateway key"
    throw new TypeError(`${adapter} needs \`key\`, and ${found}: pass the secret of the API key that pays.`)
  }
}

/** The hash of a key, and keys that do not spend. */
const otherKey = /^[0-9a-f]{64}$|^\w+_[mg]k_\w+$/

const listed = (names: ReadonlyArray<string>, word: string) =>
  `${names
    .slice(0, -1)
    .map((name) => `\`${name}\``)
    .join(", ")} ${word} \`${names.at(-1)}\``
