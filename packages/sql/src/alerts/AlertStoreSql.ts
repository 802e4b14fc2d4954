import { AlertKind, BudgetWindow, GuardrailId, OrganizationId, ScopeKind, Usd } from "@tollgate/core"
import { type AlertFilter, type AlertRecord, AlertStore, MOST_COUNTED } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { dialectOf } from "../spending/dialectOf.js"
import { compiled } from "../table/compiled.js"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { insertAlert } from "./alertRows.js"

/** No time of a JavaScript date is further from 1970, in milliseconds. */
const FARTHEST = 8_640_000_000_000_001

/** A row of `alerts`. */
const AlertRow = Schema.Struct({
  id: Schema.String,
  organization_id: OrganizationId,
  kind: AlertKind,
  created_at: Schema.Int,
  scope: ScopeKind,
  guardrail_id: Schema.Union(GuardrailId, Schema.Literal("")),
  subject: Schema.String,
  period: BudgetWindow,
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

const toAlert = (row: typeof AlertRow.Type): AlertRecord => {
  const { asked, created_at, guardrail_id, limit_usd, organization_id, period, reason, request_id } = row
  return {
    id: row.id,
    kind: row.kind,
    at: created_at,
    ref: {
      organization_id,
      kind: row.scope,
      guardrail_id: guardrail_id === "" ? null : guardrail_id,
      subject: row.subject
    },
    window: period,
    threshold: row.threshold,
    limit: limit_usd,
    spent: row.spent,
    held: row.held,
    unknown: row.unknown,
    resets_at: row.resets_at,
    request: request_id === null || asked === null || reason === null ? null : { id: request_id, usd: asked, reason }
  }
}

export const make = contextOf(
  AlertStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, write } = database
    const rows = rowReader(sql, AlertRow)
    const sizes = rowReader(sql, ListSize)
    const newest = rowReader(sql, AlertRow.pick("created_at"))
    const dialect = dialectOf(sql)
    const after = compiled(
      sql`SELECT ${rows.columns} FROM alerts WHERE created_at >= ${0} AND (created_at, id) > (${0}, ${""})
ORDER BY created_at, id LIMIT ${0}`,
      (at, id, limit) => [at, at, id, limit]
    )
    const matching = (organizationId: OrganizationId, { from, key_hash, kind, scope, to }: AlertFilter) =>
      sql.and([
        sql`organization_id = ${organizationId}`,
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(scope === undefined ? [] : [sql`scope = ${scope}`]),
        ...(key_hash === undefined ? [] : [sql`subject = ${key_hash}`, sql`scope IN ('key', 'guardrail_key')`]),
        // Always both, so that there are few statements.
        sql`created_at >= ${from?.epochMillis ?? -FARTHEST}`,
        sql`created_at < ${to?.epochMillis ?? FARTHEST}`
      ])
    return AlertStore.of({
      add: (alert) => {
        const { params, text } = insertAlert(alert, dialect)
        return Effect.map(write({ compile: () => [`${text} RETURNING 1`, params] }), (stored) => stored.length > 0)
      },
      list: (organizationId, { limit, offset }, filter = {}) => {
        const all = sql`alerts WHERE ${matching(organizationId, filter)}`
        const count = Effect.map(
          sizes.first(
            read(sql`SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${all} LIMIT ${MOST_COUNTED + 1}) AS counted`)
          ),
          Option.match({ onNone: () => 0, onSome: ({ size }) => size })
        )
        const page = rows.all(
          read(sql`SELECT ${rows.columns} FROM ${all} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`)
        )
        return snapshot(Effect.zipWith(count, page, (total_count, data) => ({ data: data.map(toAlert), total_count })))
      },
      after: ({ at, id }, limit) => Effect.map(rows.all(read(after(at, id, limit))), (all) => all.map(toAlert)),
      newest: Effect.map(
        newest.first(
          read(sql`SELECT created_at FROM alerts WHERE created_at > ${-FARTHEST}
ORDER BY created_at DESC LIMIT 1`)
        ),
        Option.match({ onNone: () => null, onSome: ({ created_at }) => created_at })
      ),
      prune: (before, limit) =>
        Effect.map(
          write(sql`DELETE FROM alerts WHERE id IN (SELECT id FROM alerts WHERE created_at < ${before}
ORDER BY created_at, id LIMIT ${limit}) RETURNING 1`),
          (deleted) => deleted.length
        )
    })
  })
)
