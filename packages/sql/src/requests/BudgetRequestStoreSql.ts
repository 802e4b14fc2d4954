import { BudgetRequestStore, budgetRequestRecords, CHUNK } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { records } from "../table/records.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

export const make = contextOf(
  BudgetRequestStore,
  Effect.map(Database, (database) => {
    const { sql, write } = database
    const { store } = records(database, budgetRequestRecords)
    return BudgetRequestStore.of({
      ...store,
      prune: (before) =>
        Effect.map(
          write(sql`DELETE FROM budget_requests WHERE id IN (SELECT id FROM budget_requests
WHERE decided_at < ${before} LIMIT ${CHUNK}) RETURNING 1`),
          ({ length }) => length
        )
    })
  })
)
