import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { AlertPage } from "./AlertPage.js"
import { AlertStore } from "./AlertStore.js"
import { showAlerts } from "./showAlerts.js"

/**
 * Returns a page of the alerts about budgets of the caller's organization, newest first. Alerts are counted up to 10,000: 10,001 stands
 * for more.
 */
export const listAlerts = Effect.fnUntraced(function* ({ limit, offset, ...filter }: AlertPage) {
  const { organizationId } = yield* ManagementCaller
  const alerts = yield* AlertStore
  const { data, total_count } = yield* alerts.list(organizationId, { limit, offset }, filter)
  return { data: yield* showAlerts(organizationId, data), total_count }
}, withSpan("alerts.listAlerts"))
