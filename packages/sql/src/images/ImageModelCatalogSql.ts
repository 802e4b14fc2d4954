import { CatalogEntry, OrganizationId } from "@tollgate/core"
import { ImageModelCatalog } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { table } from "../table.js"

// The catalogue is replaced whole and read whole, so it is one row: one statement does either.
const Catalog = Schema.Struct({ organization_id: OrganizationId, models: Schema.Array(CatalogEntry) })

export const layer = Layer.effect(
  ImageModelCatalog,
  Effect.map(Database, (database) => {
    const { sql, write } = database
    const catalogs = table(database, "image_catalogs", Catalog)
    const find = catalogs.find("organization_id")
    return ImageModelCatalog.of({
      replace: (organization_id, models) =>
        Effect.asVoid(
          write(sql`${catalogs.insertion([{ organization_id, models }])}
ON CONFLICT (organization_id) DO UPDATE SET models = excluded.models`)
        ),
      list: (organization_id) =>
        Effect.map(find({ organization_id }), Option.match({ onNone: () => [], onSome: ({ models }) => models }))
    })
  })
)
