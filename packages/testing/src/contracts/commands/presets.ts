import { PresetStore } from "@tollgate/core/storage"
import { aVersionOf } from "../../presets.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(PresetStore)

export const presets = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, inPlace, named, page, paged, place, preset } = picks
  return [
    call(
      "insert",
      () => `creating ${named("preset")} with the slug ${preset.slug}`,
      (_) => _.insert(preset, aVersionOf(preset)),
      { adds: named("preset") }
    ),
    call(
      "find",
      () => `finding ${asked("preset")} by its slug`,
      (_) => _.find(asker, preset.slug)
    ),
    call(
      "list",
      () => `listing the presets of ${asking}${paged}`,
      (_) => _.list(asker, null, page)
    ),
    call(
      "list",
      () => `listing the presets in ${inPlace}${paged}`,
      (_) => _.list(asker, place.workspace_id, page)
    )
  ]
}
