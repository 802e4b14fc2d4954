import { PresetStore, PresetVersionRecord, presetRecords, presetVersionRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

const Numbered = PresetVersionRecord.pick("version")

export const make = contextOf(
  PresetStore,
  Effect.map(Database, (database) => {
    const { store } = records(database, presetRecords)
    const { rows, store: versions } = records(database, presetVersionRecords)
    const { read, sql } = database
    const version = rows.find("organization_id", "id")
    const numbered = rows.find("organization_id", "preset_id", "version")
    const last = rowReader(sql, Numbered)
    return PresetStore.of({
      // Deleting one deletes its versions by the cascade of their foreign key.
      ...store,
      insertVersion: rows.insert,
      findVersion: versions.find,
      findVersionNumbered: (organization_id, preset_id, version) => numbered({ organization_id, preset_id, version }),
      lastVersion: (organization_id, preset_id) =>
        Effect.map(
          last.first(
            read(sql`SELECT ${last.columns} FROM preset_versions
WHERE ${rows.where({ organization_id, preset_id })} ORDER BY version DESC LIMIT 1`)
          ),
          Option.match({ onNone: () => 0, onSome: ({ version }) => version })
        ),
      listVersions: (organizationId, slug, page) =>
        database.snapshot(
          Effect.flatMap(
            store.find(organizationId, slug),
            Effect.transposeMapOption((preset) =>
              Effect.map(
                versions.list(organizationId, page, { preset_id: preset.id }),
                (versions) => [preset, versions] as const
              )
            )
          )
        ),
      findWithVersion: (organization_id, slug) =>
        database.snapshot(
          Effect.flatMap(store.find(organization_id, slug), (found) => {
            if (Option.isNone(found)) return Effect.succeedNone
            const preset = found.value
            return Effect.map(
              version({ organization_id, id: preset.designated_version_id }),
              Option.map((version) => [preset, version] as const)
            )
          })
        )
    })
  })
)
