import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { SlugTaken } from "../values/Slug.js"
import { inWorkspace } from "../workspaces/inWorkspace.js"
import { type NewPreset, type Preset, PresetId, PresetVersionId } from "./Preset.js"
import { type PresetRecord, type PresetVersionRecord, showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import type { PresetWithVersion } from "./PresetVersion.js"

/** Creates a preset with its first version, which is the designated one. */
export const createPreset = Effect.fnUntraced(function* (input: NewPreset) {
  const caller = yield* ManagementCaller
  const { description, name, slug, system_prompt } = input
  const { organizationId: organization_id, userId: creator_user_id } = caller
  const presets = yield* PresetStore
  const created_at = yield* DateTime.now
  const preset: Preset = {
    id: PresetId.make(yield* Entropy.uuid),
    name,
    slug,
    description,
    designated_version_id: PresetVersionId.make(yield* Entropy.uuid),
    status: "active",
    status_updated_at: null,
    workspace_id: input.workspace_id ?? caller.workspaceId,
    creator_user_id,
    created_at,
    updated_at: created_at
  }
  const version: PresetVersionRecord = {
    id: preset.designated_version_id,
    organization_id,
    preset_id: preset.id,
    version: 1,
    creator_user_id,
    system_prompt,
    config: JSON.stringify(input.config),
    created_at
  }
  const record: PresetRecord = { ...preset, organization_id }
  if (!(yield* inWorkspace(record, presets.insert(record, version)))) {
    return yield* new SlugTaken({ resource: "preset", slug })
  }
  const inUse: PresetWithVersion = { ...preset, designated_version: showVersion(version) }
  return inUse
}, withSpan("presets.createPreset"))
