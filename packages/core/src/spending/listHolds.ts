import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { HoldPage } from "./HoldPage.js"
import { showHold } from "./HoldRecord.js"
import { SpendingStore } from "./SpendingStore.js"

/**
 * Returns one page of the holds that the caller may read, newest first. An unknown key or workspace gives an empty list.
 *
 * @throws StorageFailure.
 */
export const listHolds = Effect.fnUntraced(function* ({ instance, key_hash, state, workspace_id, ...page }: HoldPage) {
  const { organizationId } = yield* LedgerCaller
  const store = yield* SpendingStore
  const list = {
    organization_id: organizationId,
    workspace_id: workspace_id ?? null,
    key_hash: key_hash ?? null,
    state: state ?? null,
    instance: instance ?? null
  }
  const { data, total_count } = yield* store.list(list, page)
  return { data: data.map(showHold), total_count }
}, withSpan("spending.listHolds"))
