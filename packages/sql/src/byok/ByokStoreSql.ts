import { ByokStore, byokRecords, WorkspaceRecord } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

const Next = Schema.Struct({ next: Schema.Int })

export const make = contextOf(
  ByokStore,
  Effect.map(Database, (database) => {
    const { read, sql } = database
    const { rows: credentials, store } = records(database, byokRecords)
    const lockWorkspace = table(database, "workspaces", WorkspaceRecord).lock("organization_id", "id")
    const next = rowReader(sql, Next)
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
          lockWorkspace({ organization_id, id: workspace_id }),
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
