import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { byok } from "./0002_management/byok.js"
import { guardrails } from "./0002_management/guardrails.js"
import { keys } from "./0002_management/keys.js"
import { organizations } from "./0002_management/organizations.js"
import { sizes } from "./0002_management/sizes.js"
import { workspaces } from "./0002_management/workspaces.js"
import { columns, postgres, sqlite } from "./columns.js"
import { countingPostgres, countingSqlite } from "./counting.js"

/**
 * Indexes in the order of each list, and the size of each list, maintained by triggers so that no list is counted
 * when it is read.
 */
export const management = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const dialect = columns(sql.onDialectOrElse({ pg: () => postgres, orElse: () => sqlite }))
  const counting = sql.onDialectOrElse({ pg: () => countingPostgres, orElse: () => countingSqlite })
  const statements = [sizes, keys, byok, guardrails, workspaces, organizations].flatMap((part) => {
    const { counted, statements } = part(dialect)
    return [...statements, ...counted.flatMap(counting)]
  })
  return Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
