import type { ActivityEntries, ActivityPage, ActivityRow, EntryPage, Overview, Paged } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** What requests cost, for reports. */
export interface Activity {
  /**
   * Returns what requests cost, in groups: of the last 30 days and by day, unless stated. Rows are in order of day, newest first, and then
   * of cost, highest first. A request belongs to the UTC day on which it was opened, and counts once it is settled or its outcome is
   * unknown. Keys and workspaces have their present names beside them, null if they were deleted; a user has an id alone, which the host has
   * assigned. A management key sees the requests of its organization, an ordinary key its own. `key`, `model`, `user`, `provider` and
   * `workspace` choose requests: each is a list of 1 to 10 values, null among models and providers for requests that state none, and a request
   * must have one value of each list.
   *
   * @throws {InvalidInput} if `page` is invalid, or has more than 366 days; its `issues` name each field.
   * @example
   * const { data } = await account.activity.list({ from: "2026-05-01", to: "2026-05-31", group_by: ["day", "model"] })
   * const { data: days } = await account.activity.list({ key: [hash], model: ["acme/writer", null] })
   */
  list(page?: ActivityPage, options?: CallOptions): Promise<Paged<ActivityRow>>

  /**
   * Returns the next entries of the activity after a position: requests that were settled or whose outcome became unknown, and corrections of
   * costs, in the order in which they were committed. State `after` of each answer in the next call: every entry is read once, and at the end
   * the page is empty. An entry never changes. Those of requests that the retention has deleted are missing, as gaps in the positions.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, after } = await account.activity.entries({ after: 0, limit: 1_000 })
   */
  entries(page?: EntryPage, options?: CallOptions): Promise<ActivityEntries>

  /**
   * Returns what the organization has spent today, this week and this month (UTC, at the instant `at`), what its open holds set aside, and what is
   * unknown, with the number of holds of both. Amounts through the organization's own credentials are apart, as `byok_…`. Needs a management key.
   *
   * @example
   * const { spent_monthly_usd, unknown_usd, unknown_holds } = await account.activity.overview()
   */
  overview(options?: CallOptions): Promise<Overview>
}

export const activity = (transport: Transport): Activity => {
  const { mayTake, reads } = methodsOf(transport)
  return {
    list: mayTake("listActivity"),
    entries: mayTake("listActivityEntries"),
    overview: reads("getOverview")
  }
}
