import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { taken } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { contextOf } from "../ports/contextOf.js"
import { memoryRecords } from "../records/memoryRecords.js"
import { PresetStore } from "./PresetStore.js"
import { presetRecords, presetVersionRecords } from "./presetRecords.js"

const presets = memoryRecords(presetRecords)
const versions = memoryRecords(presetVersionRecords)

export const make = contextOf(
  PresetStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(presets.slice)
    const { find, insert } = versions.store(state)
    return PresetStore.of({
      ...presets.store(state),
      insertVersion: (version) =>
        Effect.flatMap(insert(version), (isNew) => (isNew ? Effect.void : taken("preset_versions"))),
      findVersion: find,
      findVersionNumbered: (organization_id, preset_id, version) =>
        Effect.map(
          state.of(versions.slice).read((all) => versions.holder(all, { organization_id, preset_id, version })),
          Option.map(versions.show)
        ),
      lastVersion: (organizationId, preset_id) =>
        state
          .of(versions.slice)
          .read((all) => versions.filtered(all, organizationId, { preset_id }).at(-1)?.version ?? 0),
      listVersions: (organizationId, slug, page) =>
        read((all, state) =>
          Option.map(
            presets.find(all, organizationId, slug),
            (preset) =>
              [
                presets.show(preset),
                versions.list(versions.slice.read(state), organizationId, page, { preset_id: preset.id })
              ] as const
          )
        ),
      findWithVersion: (organizationId, slug) =>
        read((all, state) =>
          Option.flatMap(presets.find(all, organizationId, slug), (preset) =>
            Option.map(
              versions.slice.read(state).find(organizationId, preset.designated_version_id),
              (version) => [presets.show(preset), version] as const
            )
          )
        )
    })
  })
)
