import * as Core from "@tollgate/core/models"
import type { ActivityPage, ActivityRow, Paged } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** What requests cost, for reports. */
export interface Activity {
  /**
   * Returns what requests cost, in groups: of the last 30 days and by day, unless stated. Rows are in order of day, newest first, and then
   * of cost, highest first. A request belongs to the UTC day on which it was opened, and counts once it is settled or its outcome is
   * unknown. Keys and workspaces have their present names beside them, null if they were deleted; a user has an id alone, which the host has
   * assigned. A management key sees the requests of its organization, an ordinary key its own.
   *
   * @throws {InvalidInput} if `page` is invalid, or has more than 366 days; its `issues` name each field.
   * @example
   * const { data } = await account.activity.list({ from: "2026-05-01", to: "2026-05-31", group_by: ["day", "model"] })
   */
  list(page?: ActivityPage, options?: CallOptions): Promise<Paged<ActivityRow>>
}

const PagedActivity = Core.Paged(Core.ActivityRow)

export const activity = <R>(transport: Transport<R>): Activity => {
  const { lists } = methodsOf(transport)
  const operations = transport.client.activity
  return {
    list: lists(Core.ActivityPage, operations.listActivity, PagedActivity)
  }
}
