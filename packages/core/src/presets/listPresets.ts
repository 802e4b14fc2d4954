import * as Effect from "effect/Effect"
import { Caller, isManaging } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { PageInWorkspace } from "../values/PageInWorkspace.js"
import { PresetStore } from "./PresetStore.js"

/**
 * Returns one page of presets, most recently updated first. A management key sees all of its organization's presets, an
 * ordinary key only those of its own workspace: for it, the list of any other workspace is empty.
 */
export const listPresets = Effect.fnUntraced(function* ({ workspace_id, ...page }: PageInWorkspace) {
  const caller = yield* Caller
  const presets = yield* PresetStore
  const visible = isManaging(caller) ? workspace_id : caller.workspaceId
  if (workspace_id !== undefined && workspace_id !== visible) return { data: [], total_count: 0 }
  return yield* presets.list(caller.organizationId, page, { workspace_id: visible })
}, withSpan("presets.listPresets"))
