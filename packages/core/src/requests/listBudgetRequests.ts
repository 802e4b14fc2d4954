import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { BudgetRequestPage } from "./BudgetRequest.js"
import { BudgetRequestStore } from "./BudgetRequestStore.js"
import { showBudgetRequests } from "./showBudgetRequest.js"

/** Returns one page of the requests for more of the organization's keys, newest first. Those that are decided stay as long as the ledger. */
export const listBudgetRequests = Effect.fnUntraced(function* ({ limit, offset, state }: BudgetRequestPage) {
  const { organizationId } = yield* ManagementCaller
  const requests = yield* BudgetRequestStore
  const { data, total_count } = yield* requests.list(organizationId, { limit, offset }, { state })
  return { data: yield* showBudgetRequests(organizationId, data), total_count }
}, withSpan("requests.listBudgetRequests"))
