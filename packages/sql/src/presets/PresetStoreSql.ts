import { PresetStore, presetRecords, presetVersionRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { records } from "../table/records.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

export const make = contextOf(
  PresetStore,
  Effect.map(Database, (database) => {
    const { store } = records(database, presetRecords)
    const { rows, store: versions } = records(database, presetVersionRecords)
    const version = rows.find("organization_id", "id")
    return PresetStore.of({
      // Deleting one deletes its versions by the cascade of their foreign key.
      ...store,
      insertVersion: rows.insert,
      findVersion: versions.find,
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
