import * as Effect from "effect/Effect"
import { Caller, isManaging } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { PresetStore } from "./PresetStore.js"

/** One page of presets: a management key sees its organization's, an ordinary key those of its workspace. */
export const listPresets = Effect.fnUntraced(function* (page: Page) {
  const caller = yield* Caller
  const presets = yield* PresetStore
  return yield* presets.list(caller.organizationId, isManaging(caller) ? null : caller.workspaceId, page)
}, withSpan("presets.listPresets"))
