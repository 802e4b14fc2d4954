import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { SlugTaken } from "../values/Slug.js"
import { inPlace, resolvePlace } from "../workspaces/Place.js"
import { type NewPreset, type Preset, PresetId, PresetVersionId } from "./Preset.js"
import { type PresetVersionRecord, showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import type { PresetWithVersion } from "./PresetVersion.js"

/**
 * Creates a preset with its first version, which is the designated one, in a workspace of the caller's organization, by
 * default in its default workspace.
 *
 * Fails with `SlugTaken` or `WorkspaceNotFound`.
 */
export const createPreset = Effect.fnUntraced(function* (input: NewPreset) {
  const { organizationId: organization_id, userId: creator_user_id } = yield* ManagementCaller
  const { description, name, slug, system_prompt } = input
  const presets = yield* PresetStore
  const place = yield* resolvePlace(input.workspace_id)
  const created_at = yield* DateTime.now
  const preset: Preset = {
    id: PresetId.make(yield* Entropy.uuid),
    name,
    slug,
    description,
    designated_version_id: PresetVersionId.make(yield* Entropy.uuid),
    status: "active",
    status_updated_at: null,
    workspace_id: place.workspace_id,
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
  yield* about({ object: slug })
  const insert = Effect.gen(function* () {
    if (!(yield* presets.insert({ ...preset, organization_id })))
      return yield* new SlugTaken({ resource: "preset", slug })
    yield* presets.insertVersion(version)
  })
  yield* inPlace(place, insert)
  const inUse: PresetWithVersion = { ...preset, designated_version: showVersion(version) }
  return inUse
}, change("presets.createPreset"))
