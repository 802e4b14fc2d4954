import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import type { Deleted } from "../values/Deleted.js"
import { PresetStore } from "./PresetStore.js"
import { requirePreset } from "./requirePreset.js"

/** Deletes a preset with its versions, also an archived one. Fails with `PresetNotFound`, also the second time. */
export const deletePreset = Effect.fnUntraced(function* (slug: string) {
  const { organizationId } = yield* ManagementCaller
  const presets = yield* PresetStore
  yield* requirePreset(slug, (slug) => presets.delete(organizationId, slug))
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("presets.deletePreset"))
