import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { type Counted, countingPostgres, countingSqlite } from "./counting.js"

// The triggers fire after those of the organization's list, by their names, so every transaction locks the two sizes in
// one order.
const counted: Counted = {
  table: "guardrails",
  name: "guardrails_of_workspace",
  lists: [{ name: "'guardrails of ' || ROW.workspace_id" }]
}

/** The guardrails of one workspace: an index in the order of the list, and the size of the list. */
export const workspaceLists = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const counting = sql.onDialectOrElse({ pg: () => countingPostgres, orElse: () => countingSqlite })
  const statements = [
    `CREATE INDEX guardrails_of_workspace_newest_first
  ON guardrails (organization_id, workspace_id, created_at DESC, id)`,
    ...counting(counted)
  ]
  return Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
