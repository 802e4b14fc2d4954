import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller, isManaging } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import type { PresetWithVersion } from "./PresetVersion.js"
import { requirePreset } from "./requirePreset.js"

/** Returns a preset with its designated version. An ordinary key sees its workspace's presets. Fails with `PresetNotFound`. */
export const getPreset = Effect.fnUntraced(function* (slug: string) {
  const caller = yield* Caller
  const presets = yield* PresetStore
  const [preset, version] = yield* requirePreset(slug, (slug) =>
    Effect.map(
      presets.findWithVersion(caller.organizationId, slug),
      Option.filter(([preset]) => isManaging(caller) || preset.workspace_id === caller.workspaceId)
    )
  )
  const inUse: PresetWithVersion = { ...preset, designated_version: showVersion(version) }
  return inUse
}, withSpan("presets.getPreset"))
