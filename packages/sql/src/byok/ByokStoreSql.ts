import { ByokStore, byokRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  ByokStore,
  Effect.map(Database, (database) => {
    const { lock, read, sql } = database
    const { rows: credentials, store } = records(database, byokRecords)
    const next = rowReader(sql, Schema.Struct({ next: Schema.Int }))
    return ByokStore.of({
      ...store,
      ofProvider: (organization_id, workspace_id, provider) =>
        credentials.all(
          read(sql`SELECT ${credentials.columns} FROM byok_credentials
WHERE ${credentials.where({ organization_id, workspace_id, provider })} ORDER BY sort_order, id`)
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
