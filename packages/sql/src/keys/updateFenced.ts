import type * as SqlClient from "@effect/sql/SqlClient"
import type { KeyHash, OrganizationId } from "@tollgate/core"
import { Day, KeyRecord, type KeyStore, keyRecords, type StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { levelOf } from "../spending/rows/levelOf.js"
import * as ScopeRows from "../spending/rows/scopeRows.js"
import { compiled } from "../table/compiled.js"
import { records } from "../table/records.js"
import { type Around, rowNameOf } from "../table/updates.js"
import type { Database } from "../transaction/Database.js"

const limitOfChanged = (window: Day.Kind) => {
  const isIts = window === "lifetime" ? "changed.limit_reset IS NULL" : `changed.limit_reset = '${window}'`
  return `(CASE WHEN ${isIts} THEN CAST(changed."limit" AS BIGINT) END)`
}

const level = levelOf({
  scope: "its.",
  limitIn: limitOfChanged,
  includesByok: "changed.include_byok_in_limit",
  isPostgres: true
})

/** The terms of a scope (`its`) that follow from its key, in a statement that has the changed key as `changed`. */
export const termsOfChanged = (sql: SqlClient.SqlClient) => {
  const limits = Day.kinds.map(
    (window) => sql`${sql.literal(ScopeRows.windowColumn("limit", window))} = ${sql.literal(limitOfChanged(window))}`
  )
  return sql`include_byok = changed.include_byok_in_limit, max_in_flight = changed.max_in_flight,
  ${sql.csv(limits)}, level = ${sql.literal(level)}`
}

type Found = Effect.Effect<Option.Option<KeyRecord>, StorageFailure>

/** The changes of one key's record that raise the version of its scope. */
export interface KeyChanges extends Pick<Context.Tag.Service<KeyStore>, "update"> {
  /** Sets the label, which changes with the secret. */
  readonly relabel: (organizationId: OrganizationId, hash: KeyHash, label: string, at: DateTime.Utc) => Found
}

/**
 * Changes a key and, in the same statement, the terms and the version of its scope, on PostgreSQL. The scope is locked first, so
 * that a change which waits for acts on holds keeps no lock on the key meanwhile.
 */
export const updateFenced = (database: Context.Tag.Service<Database>): KeyChanges => {
  const { sql, transact, write } = database
  const aroundUpdate: Around = {
    before: sql`WITH scope AS MATERIALIZED (SELECT id FROM spending_scopes
  WHERE organization_id = ${null} AND subject = ${null} AND kind = 'key' AND guardrail_id = '' FOR NO KEY UPDATE),
changed AS (`,
    condition: sql`EXISTS (SELECT FROM scope)`,
    after: sql`),
fenced AS (UPDATE spending_scopes AS its SET version = its.version + 1, ${termsOfChanged(sql)}
  FROM changed WHERE its.id = (SELECT id FROM scope))
SELECT * FROM changed`
  }
  const { rows, store } = records(database, keyRecords, { aroundUpdate })
  const view = Struct.keys(KeyRecord.fields)
  const relabel = rows.patchAround(aroundUpdate)(["label", "updated_at"], view, "organization_id", "hash")
  const addScope = compiled(
    sql`INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok)
SELECT organization_id, hash, 'key', '', 0, ${null}, 0, FALSE FROM api_keys WHERE organization_id = ${null} AND hash = ${null}
ON CONFLICT (organization_id, subject, kind, guardrail_id) DO NOTHING RETURNING 1`,
    (...values) => values,
    (_, ...key) => rowNameOf(keyRecords.table, () => key)(null)
  )
  /** Runs a fenced change, and creates the key's scope if there is none. */
  const withScope = (organizationId: OrganizationId, hash: KeyHash, at: DateTime.Utc, fenced: Found) => {
    const added = write(addScope(Day.of(at.epochMillis), organizationId, hash))
    // A key that was never changed or used has no scope yet.
    return Effect.flatMap(fenced, (key) =>
      Option.isSome(key) ? Effect.succeed(key) : transact(Effect.zipRight(added, fenced))
    )
  }
  return {
    update: (organizationId, hash, patch, updated_at) =>
      withScope(organizationId, hash, updated_at, store.update(organizationId, hash, { ...patch, updated_at })),
    relabel: (organization_id, hash, label, updated_at) =>
      withScope(organization_id, hash, updated_at, relabel({ organization_id, hash }, { label, updated_at }))
  }
}
