import type * as SqlClient from "@effect/sql/SqlClient"
import { ByokCredential, type ByokRecord, ByokStore } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { bindFlag, columnList, Flag, Integer, Json, readOne, Time } from "../rows.js"

const { fields } = ByokCredential

const CredentialRow = Schema.Struct({
  ...fields,
  disabled: Flag,
  is_fallback: Flag,
  allowed_models: Json(fields.allowed_models),
  allowed_api_key_hashes: Json(fields.allowed_api_key_hashes),
  allowed_user_ids: Json(fields.allowed_user_ids),
  sort_order: Integer,
  created_at: Time
})

const readCredential = readOne(CredentialRow)
const readNext = readOne(Schema.Struct({ next: Integer }))

const toRow = (sql: SqlClient.SqlClient) => {
  const flag = bindFlag(sql)
  return (credential: ByokRecord) => ({
    id: credential.id,
    organization_id: credential.organization_id,
    workspace_id: credential.workspace_id,
    provider: credential.provider,
    sealed: credential.sealed,
    label: credential.label,
    name: credential.name,
    disabled: flag(credential.disabled),
    is_fallback: flag(credential.is_fallback),
    allowed_models: JSON.stringify(credential.allowed_models),
    allowed_api_key_hashes: JSON.stringify(credential.allowed_api_key_hashes),
    allowed_user_ids: JSON.stringify(credential.allowed_user_ids),
    sort_order: credential.sort_order,
    created_at: credential.created_at.epochMillis
  })
}

export const layer = Layer.effect(
  ByokStore,
  Effect.map(Database, ({ query, sql }) => {
    const columns = columnList(sql, Object.keys(fields))
    const row = toRow(sql)
    return ByokStore.of({
      insert: (credential) => Effect.asVoid(query(sql`INSERT INTO byok_credentials ${sql.insert(row(credential))}`)),
      find: (organizationId, id) =>
        readCredential(
          query(sql`SELECT ${columns} FROM byok_credentials WHERE organization_id = ${organizationId} AND id = ${id}`)
        ),
      nextSortOrder: (organizationId, workspaceId, provider) =>
        Effect.map(
          readNext(
            query(sql`SELECT sort_order + 1 AS next FROM byok_credentials
WHERE organization_id = ${organizationId} AND workspace_id = ${workspaceId} AND provider = ${provider}
ORDER BY sort_order DESC LIMIT 1`)
          ),
          Option.match({ onNone: () => 0, onSome: ({ next }) => next })
        )
    })
  })
)
