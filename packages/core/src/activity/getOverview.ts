import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import * as Day from "../spending/model/Day.js"
import { emptyScope, organizationScope, unlimited } from "../spending/model/Scope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { Overview } from "./Overview.js"

/**
 * Returns what the caller's organization has spent on the present day, in the present week and month (UTC), what its open holds set aside, and what
 * is unknown, with the number of holds of both. It reads the counters of the organization and counts the unknown holds by their index, so it costs
 * the same however many keys and settled holds there are. Holds whose lease has ended are expired first, as far as this process may: amounts
 * and numbers are those that budgets count.
 *
 * @throws StorageFailure.
 */
export const getOverview = Effect.fnUntraced(function* () {
  const { organizationId: organization_id } = yield* ManagementCaller
  const store = yield* SpendingStore
  const at = yield* DateTime.now
  const now = at.epochMillis
  yield* store.expireHolds(now, organization_id)
  const ref = organizationScope(organization_id)
  const [scope = emptyScope(0, ref, unlimited, Day.of(now))] = yield* store.scopes([ref], now)
  const unknown = {
    organization_id,
    workspace_id: null,
    key_hash: null,
    state: "unknown",
    flag: null,
    instance: null
  } as const
  const { total_count: unknown_holds } = yield* store.list(unknown, { limit: 1, offset: 0 })
  const { byok, holds: open_holds, own } = scope
  const overview: Overview = {
    at,
    spent_daily_usd: own.spent.daily,
    spent_weekly_usd: own.spent.weekly,
    spent_monthly_usd: own.spent.monthly,
    byok_spent_daily_usd: byok.spent.daily,
    byok_spent_weekly_usd: byok.spent.weekly,
    byok_spent_monthly_usd: byok.spent.monthly,
    held_usd: own.held.lifetime,
    byok_held_usd: byok.held.lifetime,
    open_holds,
    unknown_usd: own.unknown.lifetime,
    byok_unknown_usd: byok.unknown.lifetime,
    unknown_holds
  }
  return overview
}, withSpan("activity.getOverview"))
