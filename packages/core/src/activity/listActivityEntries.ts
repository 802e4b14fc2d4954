import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { ActivityEntries } from "./ActivityEntries.js"
import { showEntry } from "./ActivityEntry.js"
import type { EntryPage } from "./EntryPage.js"

/**
 * Returns the next entries of the activity after a position: requests that were settled or whose outcome became unknown, and corrections, in
 * the order in which they were committed. A reader that goes on from `after` of each answer sees every entry once: none is committed later
 * before one that was read. An entry never changes. Those of deleted holds are missing, as gaps in the positions. At the end, holds whose
 * lease has ended are expired first, so that those that were sent have their entries.
 *
 * @throws StorageFailure.
 */
export const listActivityEntries = Effect.fnUntraced(function* ({ after, limit }: EntryPage) {
  const { organizationId } = yield* ManagementCaller
  const store = yield* SpendingStore
  const next = store.entries({ organization_id: organizationId, after, limit })
  let found = yield* next
  if (found.length < limit) {
    // Holds expire before other acts, of which there may be none for long, and reports have what is unknown already.
    const expired = yield* store.expireHolds(yield* Clock.currentTimeMillis, organizationId)
    if (expired > 0) found = yield* next
  }
  const page: ActivityEntries = { data: found.map(showEntry), after: found.at(-1)?.position ?? after }
  return page
}, withSpan("activity.listActivityEntries"))
