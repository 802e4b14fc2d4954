import { ByokRecord, ByokStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Database } from "../Database.js"
import { rowReader } from "../rowReader.js"
import { table } from "../table.js"

const shown = Struct.keys(Struct.omit(ByokRecord.fields, "organization_id", "sealed"))

export const layer = Layer.effect(
  ByokStore,
  Effect.map(Database, (database) => {
    const { read, sql } = database
    const credentials = table(database, "byok_credentials", ByokRecord)
    const find = credentials.pick(shown, "organization_id", "id")
    const next = rowReader(sql, Schema.Struct({ next: Schema.Int }))
    return ByokStore.of({
      insert: credentials.insert,
      find: (organization_id, id) => find({ organization_id, id }),
      nextSortOrder: (organization_id, workspace_id, provider) =>
        Effect.map(
          next.first(
            read(sql`SELECT sort_order + 1 AS next FROM byok_credentials
WHERE ${credentials.where({ organization_id, workspace_id, provider })}
ORDER BY sort_order DESC LIMIT 1`)
          ),
          Option.match({ onNone: () => 0, onSome: ({ next }) => next })
        )
    })
  })
)
