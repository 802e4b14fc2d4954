import type { ActivityEntry } from "#models"

/** What an event states beside its entry. */
export interface CloudEventOptions {
  /**
   * Where the event comes from: a URI reference that is not empty, such as the address of your server. With the id it names the event.
   * @default "tollgate"
   */
  readonly source?: string
  /**
   * Whom the event is about: the hash of the API key, or the id of the user.
   * @default "key"
   */
  readonly subject?: "key" | "user"
}

/** The data of an event: the entry, and what it adds to the costs. */
export interface ActivityEventData extends ActivityEntry {
  /** What the entry adds to the costs, in USD: the cost, or the difference that a correction makes. 0 for an unknown outcome. */
  readonly cost_added: number
}

/** An event in the form of CloudEvents 1.0, in JSON. */
export interface ActivityEvent {
  readonly specversion: "1.0"
  /** The id of the entry: of the hold, then `:0` for the settlement of an unknown outcome, or `:n` for correction number n. */
  readonly id: string
  readonly source: string
  readonly type: `tollgate.request.${ActivityEntry["kind"]}`
  readonly subject: string
  /** In RFC 3339. */
  readonly time: string
  readonly datacontenttype: "application/json"
  readonly data: ActivityEventData
}

const PLACES = 9

/** An amount in nano-dollars: of its shortest decimal, as the server reads it. Only amounts below 10⁻⁶ would have an exponent. */
const nanosOf = (dollars: number): bigint => {
  const [whole = "", fraction = ""] = (dollars < 1e-6 ? dollars.toFixed(PLACES) : String(dollars)).split(".")
  return BigInt(whole + fraction.padEnd(PLACES, "0").slice(0, PLACES))
}

/** A difference of amounts, to the nano-dollar: that of two doubles has digits that neither has. */
const difference = (after: number, before: number): number => Number(`${nanosOf(after) - nanosOf(before)}e-${PLACES}`)

/**
 * Converts an entry of the activity to an event of CloudEvents 1.0. Events that are delivered twice have the same `source` and `id`, and
 * the costs of a key are the sum of `data.cost_added`.
 *
 * @throws {TypeError} if an option has another value than CloudEvents allow. Receivers would drop the event.
 * @example
 * import { toCloudEvent } from "@tollgate/client"
 *
 * const { data, after } = await account.activity.entries({ after: 0 })
 * const events = data.map((entry) => toCloudEvent(entry, { source: "https://gateway.example" }))
 */
export const toCloudEvent = (entry: ActivityEntry, options: CloudEventOptions = {}): ActivityEvent => {
  const { at, cost, cost_before, id, key_hash, kind, user_id } = entry
  const { source = "tollgate", subject = "key" } = options
  if (!URI_REFERENCE.test(source))
    throw new TypeError("`source` must be a URI reference, such as https://gateway.example.")
  if (subject !== "key" && subject !== "user") throw new TypeError('`subject` must be "key" or "user".')
  return {
    specversion: "1.0",
    id,
    source,
    type: `tollgate.request.${kind}`,
    subject: subject === "user" ? user_id : key_hash,
    time: at,
    datacontenttype: "application/json",
    data: { ...entry, cost_added: difference(cost ?? 0, cost_before ?? 0) }
  }
}

/** The characters of RFC 3986. */
const URI_REFERENCE = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/
