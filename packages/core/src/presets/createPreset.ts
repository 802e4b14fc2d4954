import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import * as Entropy from "../Entropy.js"
import { ownWorkspace } from "../workspaces/ownWorkspace.js"
import { type NewPreset, type Preset, PresetId, PresetSlugTaken, PresetVersionId } from "./Preset.js"
import { PresetStore } from "./PresetStore.js"

/** Creates a preset with its first version, which is the designated one. */
export const createPreset = Effect.fn("presets.createPreset")(function* (input: NewPreset) {
  const caller = yield* manager
  const presets = yield* PresetStore
  const now = yield* DateTime.now
  const preset: Preset = {
    id: PresetId.make(yield* Entropy.uuid),
    name: input.name,
    slug: input.slug,
    description: input.description,
    designated_version_id: PresetVersionId.make(yield* Entropy.uuid),
    status: "active",
    status_updated_at: null,
    workspace_id: yield* ownWorkspace(input.workspace_id),
    creator_user_id: caller.userId,
    created_at: now,
    updated_at: now
  }
  const config = JSON.stringify(input.config)
  const organization_id = caller.organizationId
  const stored = yield* presets.insert({ ...preset, organization_id, system_prompt: input.system_prompt, config })
  if (!stored) return yield* new PresetSlugTaken({ slug: input.slug })
  return preset
})
