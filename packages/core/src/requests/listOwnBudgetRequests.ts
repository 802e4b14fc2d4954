import * as Effect from "effect/Effect"
import { Caller } from "../access/Caller.js"
import { InvalidCredential } from "../keys/InvalidCredential.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { BudgetRequestStore } from "./BudgetRequestStore.js"
import { showOwnRequest } from "./showBudgetRequest.js"

/**
 * Returns one page of the requests for more of the caller's key, newest first. Those that are decided stay as long as the ledger.
 *
 * Fails with `InvalidCredential` for the host.
 */
export const listOwnBudgetRequests = Effect.fnUntraced(function* (page: Page) {
  const { keyHash: key_hash, organizationId } = yield* Caller
  const requests = yield* BudgetRequestStore
  if (key_hash === null) return yield* new InvalidCredential()
  const { data, total_count } = yield* requests.list(organizationId, page, { key_hash })
  return { data: data.map(showOwnRequest), total_count }
}, withSpan("requests.listOwnBudgetRequests"))
