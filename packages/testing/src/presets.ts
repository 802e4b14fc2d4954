import { Entropy, NewPreset, type NewPresetRecord, PresetId, PresetVersionId } from "@tollgate/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** What `createPreset` takes. */
export const aPreset = (input: Partial<typeof NewPreset.Encoded> = {}): NewPreset =>
  Schema.decodeSync(NewPreset)({ slug: "summary", name: "Summary", ...input })

export const anyPreset = Arbitrary.make(NewPreset)

/** A preset as stores keep it, with its first version. */
export const aPresetRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<NewPresetRecord> = {}) {
  const id = PresetId.make(yield* Entropy.uuid)
  const record: NewPresetRecord = {
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
    system_prompt: null,
    config: "{}",
    ...overrides
  }
  return record
})
