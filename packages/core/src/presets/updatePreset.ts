import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Change, changeRecord } from "../records/changeRecord.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { PresetArchived, type PresetPatch } from "./Preset.js"
import { PresetStore } from "./PresetStore.js"
import type { PresetWithVersion } from "./PresetVersion.js"
import { presetsInUse } from "./presetsInUse.js"
import { requirePreset } from "./requirePreset.js"

const ownVersion = { path: ["designated_version_id"], expected: "the id of a version of the preset" }

const rules = Effect.fnUntraced(function* (change: Change<PresetWithVersion, PresetPatch>) {
  const { before, now, organizationId, patch } = change
  const { designated_version_id = before.designated_version_id, status = before.status } = patch
  if (before.status === "archived") return yield* new PresetArchived()
  const version = yield* Effect.flatMap(PresetStore, (_) => _.findVersion(organizationId, designated_version_id))
  const isOwn = Option.exists(version, ({ preset_id }) => preset_id === before.id)
  if (!isOwn) return yield* new InvalidInput({ issues: [ownVersion] })
  return { ...patch, ...(status !== before.status && { status_updated_at: now }), updated_at: now }
})

/**
 * Changes a preset, unless it is archived. Returns it with its designated version, which has to be one of its own.
 *
 * Fails with `PresetNotFound`, `PresetArchived` or `InvalidInput`.
 */
export const updatePreset = changeRecord("presets.updatePreset", presetsInUse, requirePreset, rules)
