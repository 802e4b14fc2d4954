import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { showBoost } from "./BoostRecord.js"
import { BoostStore } from "./BoostStore.js"
import type { BoostPage } from "./BudgetBoost.js"

/**
 * Returns one page of the organization's boosts, newest first. Those that have ended stay as long as the ledger. They are counted up
 * to 10,000: 10,001 stands for more.
 */
export const listBoosts = Effect.fnUntraced(function* ({ id, limit, offset, scope, state }: BoostPage) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const boosts = yield* BoostStore
  const now = yield* DateTime.now
  const list = { organization_id, scope: scope ?? null, id: id ?? null, state: state ?? null }
  const { data, total_count } = yield* boosts.list(list, { limit, offset }, now)
  return { data: data.map((boost) => showBoost(boost, now)), total_count }
}, withSpan("boosts.listBoosts"))
