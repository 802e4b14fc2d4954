import { ByokRecord, ByokStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { countedPage } from "../table/countedPage.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

const shown = Struct.keys(Struct.omit(ByokRecord.fields, "organization_id", "sealed"))
const changing = Struct.keys(
  Struct.omit(ByokRecord.fields, "id", "organization_id", "workspace_id", "provider", "created_at")
)

export const layer = Layer.effect(
  ByokStore,
  Effect.map(Database, (database) => {
    const { lock, read, sql, write } = database
    const credentials = table(database, "byok_credentials", ByokRecord)
    const paged = countedPage(database)
    const pages = credentials.pages(shown, "provider, sort_order, id")
    const find = credentials.pick(shown, "organization_id", "id")
    const change = credentials.patch(changing, shown, "organization_id", "id")
    const next = rowReader(sql, Schema.Struct({ next: Schema.Int }))
    return ByokStore.of({
      insert: credentials.insert,
      find: (organization_id, id) => find({ organization_id, id }),
      list: (organization_id, { provider, workspaceId: workspace_id }, page) => {
        const scope = { organization_id, ...(workspace_id && { workspace_id }), ...(provider && { provider }) }
        const name = `credentials${workspace_id === null ? "" : ` of ${workspace_id}`}${provider === null ? "" : ` for ${provider}`}`
        return paged(organization_id, name, page, pages(scope, page))
      },
      ofProvider: (organization_id, workspace_id, provider) =>
        credentials.all(
          read(sql`SELECT ${credentials.columns} FROM byok_credentials
WHERE ${credentials.where({ organization_id, workspace_id, provider })} ORDER BY sort_order, id`)
        ),
      update: (organization_id, id, part) => change({ organization_id, id }, part),
      delete: (organization_id, id) =>
        Effect.map(
          write(sql`DELETE FROM byok_credentials WHERE ${credentials.where({ organization_id, id })} RETURNING id`),
          (rows) => (rows.length === 0 ? Option.none() : Option.some(id))
        ),
      // Two credentials that are created at once take different places: the workspace owns the order.
      nextSortOrder: (organization_id, workspace_id, provider) =>
        Effect.zipRight(
          lock(sql`SELECT id FROM workspaces
WHERE organization_id = ${organization_id} AND id = ${workspace_id} FOR NO KEY UPDATE`),
          Effect.map(
            next.first(
              read(sql`SELECT sort_order + 1 AS next FROM byok_credentials
WHERE ${credentials.where({ organization_id, workspace_id, provider })}
ORDER BY sort_order DESC LIMIT 1`)
            ),
            Option.match({ onNone: () => 0, onSome: ({ next }) => next })
          )
        )
    })
  })
)
