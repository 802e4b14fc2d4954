import { Preset } from "@tollgate/core"
import { PresetRecord, PresetStore, PresetVersionRecord } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { countedPage } from "../table/countedPage.js"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  PresetStore,
  Effect.map(Database, (database) => {
    const { snapshot, transact } = database
    const paged = countedPage(database)
    const presets = table(database, "presets", PresetRecord)
    const versions = table(database, "preset_versions", PresetVersionRecord)
    const fields = Struct.keys(Preset.fields)
    const pages = presets.pages(fields, "updated_at DESC, id")
    const bySlug = presets.pick(fields, "organization_id", "slug")
    const version = versions.find("organization_id", "id")
    const insert = presets.insertUnlessTaken("organization_id", "slug")
    return PresetStore.of({
      insert: (preset, version) =>
        transact(
          Effect.gen(function* () {
            if (!(yield* insert(preset))) return false
            yield* versions.insert(version)
            return true
          })
        ),
      find: (organization_id, slug) =>
        snapshot(
          Effect.flatMap(bySlug({ organization_id, slug }), (found) => {
            if (Option.isNone(found)) return Effect.succeedNone
            const preset = found.value
            return Effect.map(
              version({ organization_id, id: preset.designated_version_id }),
              Option.map((version) => [preset, version] as const)
            )
          })
        ),
      list: (organization_id, workspace_id, page) =>
        workspace_id === null
          ? paged(organization_id, "presets", page, pages({ organization_id }, page))
          : paged(organization_id, `presets of ${workspace_id}`, page, pages({ organization_id, workspace_id }, page))
    })
  })
)
