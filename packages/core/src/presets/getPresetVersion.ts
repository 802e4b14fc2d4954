import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller } from "../access/Caller.js"
import { requireOwned } from "../access/requireOwned.js"
import { withSpan } from "../runtime/withSpan.js"
import { showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import { PresetVersionNotFound, VersionNumber } from "./PresetVersion.js"
import { requirePreset } from "./requirePreset.js"
import { visibleTo } from "./visibleTo.js"

const requireVersion = requireOwned(VersionNumber, () => new PresetVersionNotFound())

/**
 * Returns a version of a preset that the caller can read, by its number.
 *
 * Fails with `PresetNotFound` or `PresetVersionNotFound`.
 */
export const getPresetVersion = Effect.fnUntraced(function* (slug: string, version: string) {
  const caller = yield* Caller
  const presets = yield* PresetStore
  const find = (slug: string) => presets.find(caller.organizationId, slug)
  const preset = yield* requirePreset(slug, (slug) => Effect.map(find(slug), Option.filter(visibleTo(caller))))
  const found = yield* requireVersion(version, (version) =>
    presets.findVersionNumbered(caller.organizationId, preset.id, version)
  )
  return showVersion(found)
}, withSpan("presets.getPresetVersion"))
