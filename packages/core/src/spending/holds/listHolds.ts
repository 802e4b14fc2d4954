import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LedgerCaller } from "../../access/GatewayCaller.js"
import { withSpan } from "../../runtime/withSpan.js"
import type { HoldPage } from "../model/HoldPage.js"
import { showHold } from "../model/HoldRecord.js"
import { SpendingStore } from "../store/SpendingStore.js"

/**
 * Returns one page of the holds that the caller may read, newest first. An unknown key or workspace gives an empty list. Each hold is shown,
 * and found by its state, as it is now. After its lease ends, a hold is `expired`, or `unknown` if it was sent, even if no server has processed it yet.
 *
 * @throws StorageFailure.
 */
export const listHolds = Effect.fnUntraced(function* ({
  flag,
  instance,
  key_hash,
  state,
  workspace_id,
  ...page
}: HoldPage) {
  const { organizationId } = yield* LedgerCaller
  const store = yield* SpendingStore
  const list = {
    organization_id: organizationId,
    workspace_id: workspace_id ?? null,
    key_hash: key_hash ?? null,
    state: state ?? null,
    flag: flag ?? null,
    instance: instance ?? null
  }
  const { data, total_count } = yield* store.list(list, page, yield* Clock.currentTimeMillis)
  return { data: data.map(showHold), total_count }
}, withSpan("spending.listHolds"))
