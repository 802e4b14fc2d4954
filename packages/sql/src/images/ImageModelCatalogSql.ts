import { CatalogEntry, ImageModelCatalog } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { Json, readOne } from "../rows.js"

// The catalogue is replaced whole and read whole, so it is one row: one statement does either.
const readCatalog = readOne(Schema.Struct({ models: Json(Schema.Array(CatalogEntry)) }))

const byId = Order.mapInput(Order.string, (model: CatalogEntry): string => model.id)

export const layer = Layer.effect(
  ImageModelCatalog,
  Effect.map(Database, ({ query, sql }) =>
    ImageModelCatalog.of({
      replace: (organization_id, models) => {
        const row = { organization_id, models: JSON.stringify([...models].sort(byId)) }
        return Effect.asVoid(
          query(sql`INSERT INTO image_catalogs ${sql.insert(row)}
ON CONFLICT (organization_id) DO UPDATE SET models = excluded.models`)
        )
      },
      list: (organizationId) =>
        Effect.map(
          readCatalog(query(sql`SELECT models FROM image_catalogs WHERE organization_id = ${organizationId}`)),
          Option.match({ onNone: () => [], onSome: ({ models }) => models })
        )
    })
  )
)
