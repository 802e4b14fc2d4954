import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Page } from "../values/Page.js"
import { showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import { requirePreset } from "./requirePreset.js"
import { visibleTo } from "./visibleTo.js"

/** Returns one page of the versions of a preset that the caller can read, in ascending order. Fails with `PresetNotFound`. */
export const listPresetVersions = Effect.fnUntraced(function* (slug: string, page: Page) {
  const caller = yield* Caller
  const presets = yield* PresetStore
  const { data, total_count } = yield* requirePreset(slug, (slug) =>
    Effect.map(
      presets.listVersions(caller.organizationId, slug, page),
      Option.filterMap(([preset, versions]) => (visibleTo(caller)(preset) ? Option.some(versions) : Option.none()))
    )
  )
  return { data: data.map(showVersion), total_count }
}, withSpan("presets.listPresetVersions"))
