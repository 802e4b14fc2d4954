import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { withSpan } from "../runtime/withSpan.js"
import { runScope } from "../spending/model/Scope.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import type { RunPage } from "./Run.js"
import { requireOrganization, requirePlace } from "./runPlace.js"
import { showRun } from "./showRun.js"

/**
 * Returns one page of the runs of an organization, by the time of their latest request, newest first. For a run without a request, the
 * time of its creation counts.
 *
 * @throws WorkspaceNotFound for the workspace of a `parent`, InvalidInput without the organization for a gateway of all organizations,
 * StorageFailure.
 */
export const listRuns = Effect.fnUntraced(function* ({ limit, offset, parent, state, ...query }: RunPage) {
  const organization_id = yield* requireOrganization(LedgerCaller, query)
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const above = parent === undefined ? null : runScope(yield* requirePlace(LedgerCaller, query), parent)
  const list = {
    organization_id,
    workspace_id: query.workspace_id ?? null,
    run: null,
    parent: above,
    state: state ?? null
  }
  const { data, total_count } = yield* store.runs(list, { limit, offset }, now)
  return { data: data.map((run) => showRun(run, now)), total_count }
}, withSpan("runs.listRuns"))
