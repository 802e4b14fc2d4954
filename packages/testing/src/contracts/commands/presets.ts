import { PresetStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aVersionOf } from "../../presets.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"
import { nowhere, recordCommands } from "./recordCommands.js"

const call = callsOf(PresetStore)

export const presets = (picks: Picks): ReadonlyArray<Command> => {
  const { asked, asker, asking, draw, inPlace, named, now, page, paged, place, preset } = picks
  return [
    ...recordCommands(PresetStore, picks, {
      noun: "preset",
      record: preset,
      refs: [preset.slug],
      change: { name: `Preset ${draw.second}`, updated_at: now },
      lists: [
        [`of ${asking}`, {}],
        [`in ${inPlace}`, { workspace_id: place.workspace_id }]
      ]
    }),
    call("deleteIn", "deleting the presets of nobody", (_) => _.deleteIn(nowhere, place.workspace_id)),
    call(
      "insertVersion",
      `adding a version to ${named("preset")}`,
      (_) =>
        // Another preset may have taken the slug.
        Effect.flatMap(_.find(preset.organization_id, preset.slug), (found) =>
          Option.exists(found, ({ id }) => id === preset.id) ? _.insertVersion(aVersionOf(preset)) : Effect.void
        ),
      { needs: [named("preset")], adds: `version of ${named("preset")}` }
    ),
    call("listVersions", `listing the versions of ${asked("preset")}${paged}`, (_) =>
      _.listVersions(asker, preset.slug, page)
    ),
    call("findVersionNumbered", `finding version ${draw.second} of ${asked("preset")}`, (_) =>
      _.findVersionNumbered(asker, preset.id, draw.second)
    ),
    call("lastVersion", `asking for the last version of ${asked("preset")}`, (_) => _.lastVersion(asker, preset.id)),
    call("findVersion", `finding the version of ${asked("preset")}`, (_) =>
      _.findVersion(asker, preset.designated_version_id)
    ),
    call("findWithVersion", `finding ${asked("preset")} with its version`, (_) => _.findWithVersion(asker, preset.slug))
  ]
}
