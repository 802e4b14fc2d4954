import type * as SqlClient from "@effect/sql/SqlClient"
import { AlertKind, GuardrailId, OrganizationId, Usd } from "@tollgate/core"
import { type AlertRecord, Day, type StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import type { Rows } from "../transaction/Connected.js"

const Row = Schema.Struct({
  id: Schema.String,
  organization_id: OrganizationId,
  kind: AlertKind,
  created_at: Schema.Int,
  scope: Schema.Literal("key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"),
  guardrail_id: Schema.String,
  subject: Schema.String,
  period: Schema.Literal(...Day.kinds),
  threshold: Schema.NullOr(Schema.Int),
  limit_usd: Usd.Usd,
  spent: Usd.Usd,
  held: Usd.Usd,
  unknown: Usd.Usd,
  resets_at: Schema.NullOr(Schema.Int),
  request_id: Schema.NullOr(Schema.String),
  asked: Schema.NullOr(Usd.Usd),
  reason: Schema.NullOr(Schema.String)
})

const recordOf = (row: typeof Row.Type): AlertRecord => {
  const { asked, created_at, guardrail_id, id, kind, organization_id, reason, request_id, scope, subject } = row
  return {
    id,
    kind,
    at: created_at,
    ref: {
      organization_id,
      kind: scope,
      guardrail_id: guardrail_id === "" ? null : GuardrailId.make(guardrail_id, true),
      subject
    },
    window: row.period,
    threshold: row.threshold,
    limit: row.limit_usd,
    spent: row.spent,
    held: row.held,
    unknown: row.unknown,
    resets_at: row.resets_at,
    request: request_id === null || asked === null ? null : { id: request_id, usd: asked, reason: reason ?? "" }
  }
}

/** Reads alerts from rows that have their columns. */
export const alertReader = (sql: SqlClient.SqlClient) => {
  const { all, columns } = rowReader(sql, Row)
  return {
    columns,
    all: (rows: Rows): Effect.Effect<ReadonlyArray<AlertRecord>, StorageFailure> =>
      Effect.map(all(rows), (found) => found.map(recordOf))
  }
}
