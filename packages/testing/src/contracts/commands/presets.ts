import { PresetStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aVersionOf } from "../../presets.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(PresetStore)

export const presets = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, draw, inPlace, isOwn, named, now, page, paged, place, preset } = picks
  return [
    call(
      "insert",
      () => `creating ${named("preset")} with the slug ${preset.slug}`,
      (_) => _.insert(preset),
      { adds: named("preset") }
    ),
    call(
      "insertVersion",
      () => `adding a version to ${named("preset")}`,
      (_) =>
        // Another preset may have taken the slug.
        Effect.flatMap(_.find(preset.organization_id, preset.slug), (found) =>
          Option.exists(found, ({ id }) => id === preset.id) ? _.insertVersion(aVersionOf(preset)) : Effect.void
        ),
      { needs: [named("preset")], adds: `version of ${named("preset")}` }
    ),
    call(
      "update",
      () => `renaming ${asked("preset")} and updating its time`,
      (_) => _.update(asker, preset.slug, { name: `Preset ${draw.second}`, updated_at: now })
    ),
    call(
      "delete",
      () => `deleting ${asked("preset")}`,
      (_) => _.delete(asker, preset.slug),
      { drops: isOwn && named("preset") }
    ),
    call(
      "findWithVersion",
      () => `finding ${asked("preset")} with its version`,
      (_) => _.findWithVersion(asker, preset.slug)
    ),
    call(
      "find",
      () => `finding ${asked("preset")} by its slug`,
      (_) => _.find(asker, preset.slug)
    ),
    call(
      "list",
      () => `listing the presets of ${asking}${paged}`,
      (_) => _.list(asker, page)
    ),
    call(
      "list",
      () => `listing the presets in ${inPlace}${paged}`,
      (_) => _.list(asker, page, { workspace_id: place.workspace_id })
    )
  ]
}
