import { Entropy, NewPreset, NewPresetVersion, PresetId, PresetVersionId } from "@tollgate/core"
import type { PresetRecord, PresetVersionRecord } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** Input of `createPreset`. */
export const aPreset = (input: Partial<typeof NewPreset.Encoded> = {}): NewPreset =>
  Schema.decodeSync(NewPreset)({ slug: "summary", name: "Summary", ...input })

/** Arbitrary valid `NewPreset` inputs, for property tests. */
export const anyPreset = Arbitrary.make(NewPreset)

/** Input of `createPresetVersion`. */
export const aPresetVersion = (input: Partial<typeof NewPresetVersion.Encoded> = {}): NewPresetVersion =>
  Schema.decodeSync(NewPresetVersion)({ config: {}, ...input })

/** Arbitrary valid `NewPresetVersion` inputs, for property tests. */
export const anyPresetVersion = Arbitrary.make(NewPresetVersion)

/** The record of a preset. */
export const aPresetRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<PresetRecord> = {}) {
  const id = PresetId.make(yield* Entropy.uuid)
  const record: PresetRecord = {
    id,
    organization_id: home.organization_id,
    workspace_id: home.workspace_id,
    name: "A preset",
    slug: `preset-${id.slice(0, 8)}`,
    description: null,
    designated_version_id: PresetVersionId.make(yield* Entropy.uuid),
    status: "active",
    status_updated_at: null,
    creator_user_id: home.owner,
    created_at: noon,
    updated_at: noon,
    ...overrides
  }
  return record
})

/** The record of a preset's first version, which is the designated one. */
export const aVersionOf = (
  preset: PresetRecord,
  overrides: Partial<PresetVersionRecord> = {}
): PresetVersionRecord => ({
  id: preset.designated_version_id,
  organization_id: preset.organization_id,
  preset_id: preset.id,
  version: 1,
  creator_user_id: preset.creator_user_id,
  system_prompt: null,
  config: "{}",
  created_at: preset.created_at,
  ...overrides
})
