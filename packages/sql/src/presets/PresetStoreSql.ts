import { Preset } from "@tollgate/core"
import { PresetRecord, PresetStore, PresetVersionRecord } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { toPage } from "../table/toPage.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  PresetStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, transact, write } = database
    const presets = table(database, "presets", PresetRecord)
    const versions = table(database, "preset_versions", PresetVersionRecord)
    const sizes = rowReader(sql, Schema.Struct({ size: Schema.Int }))
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
            const { organization_id, workspace_id } = preset
            yield* write(sql`UPDATE organizations SET preset_count = preset_count + 1 WHERE id = ${organization_id}`)
            yield* write(sql`UPDATE workspaces SET preset_count = preset_count + 1
WHERE organization_id = ${organization_id} AND id = ${workspace_id}`)
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
      list: (organization_id, workspace_id, page) => {
        const [scope, size] =
          workspace_id === null
            ? [{ organization_id }, sql`SELECT preset_count AS size FROM organizations WHERE id = ${organization_id}`]
            : [
                { organization_id, workspace_id },
                sql`SELECT preset_count AS size FROM workspaces
WHERE organization_id = ${organization_id} AND id = ${workspace_id}`
              ]
        return snapshot(
          Effect.flatMap(sizes.first(read(size)), (found) =>
            toPage(page, Option.match(found, { onNone: () => 0, onSome: ({ size }) => size }), pages(scope, page))
          )
        )
      }
    })
  })
)
