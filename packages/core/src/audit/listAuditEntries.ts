import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { show } from "./AuditEntry.js"
import type { AuditPage } from "./AuditPage.js"
import { AuditStore } from "./AuditStore.js"

/**
 * Returns a page of the changes of the caller's organization, newest first. Entries are counted up to 10,000: 10,001 stands for more.
 */
export const listAuditEntries = Effect.fnUntraced(function* ({ limit, offset, ...filter }: AuditPage) {
  const { organizationId } = yield* ManagementCaller
  const audit = yield* AuditStore
  const { data, total_count } = yield* audit.list(organizationId, { limit, offset }, filter)
  return { data: data.map(show), total_count }
}, withSpan("audit.listAuditEntries"))
