import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { byok } from "./0001_accounts/byok.js"
import { guardrails } from "./0001_accounts/guardrails.js"
import { images } from "./0001_accounts/images.js"
import { keys, rememberFirstManagementKey } from "./0001_accounts/keys.js"
import { meta } from "./0001_accounts/meta.js"
import { oauth } from "./0001_accounts/oauth.js"
import { organizations } from "./0001_accounts/organizations.js"
import { presets } from "./0001_accounts/presets.js"
import { workspaces } from "./0001_accounts/workspaces.js"
import { columns, postgres, sqlite } from "./columns.js"

// A table comes after the tables that it references. Every index starts with the WHERE of a statement, or with a
// foreign key, and ends with the statement's ORDER BY.
const tables = [meta, organizations, workspaces, keys, oauth, byok, guardrails, presets, images]

/** All tables of an account. */
export const accounts = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const dialect = columns(sql.onDialectOrElse({ pg: () => postgres, orElse: () => sqlite }))
  const statements = tables.flatMap((statementsOf) => statementsOf(dialect))
  const triggers = sql.onDialectOrElse({
    pg: () => rememberFirstManagementKey.postgres,
    orElse: () => rememberFirstManagementKey.sqlite
  })
  return Effect.forEach([...statements, ...triggers], (statement) => sql.unsafe(statement), { discard: true })
})
