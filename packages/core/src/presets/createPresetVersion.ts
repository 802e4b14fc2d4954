import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { PresetArchived, PresetVersionId } from "./Preset.js"
import { type PresetVersionRecord, showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import type { NewPresetVersion } from "./PresetVersion.js"
import { requirePreset } from "./requirePreset.js"

/**
 * Adds a version to a preset, with the next number. The designated version stays the same.
 *
 * Fails with `PresetNotFound` or `PresetArchived`.
 */
export const createPresetVersion = Effect.fnUntraced(function* (slug: string, input: NewPresetVersion) {
  const { organizationId: organization_id, userId: creator_user_id } = yield* ManagementCaller
  const presets = yield* PresetStore
  const transaction = yield* Transaction
  const id = PresetVersionId.make(yield* Entropy.uuid)
  const created_at = yield* DateTime.now
  return yield* transaction.run(
    Effect.gen(function* () {
      // In the transaction the preset is locked from here on, so that no other version takes the number.
      const preset = yield* requirePreset(slug, (slug) => presets.find(organization_id, slug))
      if (preset.status === "archived") return yield* new PresetArchived()
      const version: PresetVersionRecord = {
        id,
        organization_id,
        preset_id: preset.id,
        version: 1 + (yield* presets.lastVersion(organization_id, preset.id)),
        creator_user_id,
        system_prompt: input.system_prompt,
        config: JSON.stringify(input.config),
        created_at
      }
      yield* presets.insertVersion(version)
      return showVersion(version)
    })
  )
}, change("presets.createPresetVersion"))
