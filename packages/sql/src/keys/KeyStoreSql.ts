import { KeyStore } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../Database.js"
import { bindFlag, readOne } from "../rows.js"
import { counterValues, fromRow, IdentityRow, identityColumns, KeyRow, keyColumns, toRow } from "./KeyRow.js"

const readKey = readOne(KeyRow)
const readIdentity = readOne(IdentityRow)

export const layer = Layer.effect(
  KeyStore,
  Effect.map(Database, ({ query, sql }) => {
    const columns = keyColumns(sql)
    const identity = identityColumns(sql)
    const row = toRow(sql)
    const flag = bindFlag(sql)
    const optionalFlag = (value: boolean | undefined) => (value === undefined ? null : flag(value))
    const key = (statement: Parameters<typeof query>[0]) => Effect.map(readKey(query(statement)), Option.map(fromRow))
    return KeyStore.of({
      insert: (key) => Effect.asVoid(query(sql`INSERT INTO api_keys ${sql.insert(row(key))}`)),
      identify: (hash) => readIdentity(query(sql`SELECT ${identity} FROM api_keys WHERE hash = ${hash}`)),
      find: (organizationId, hash) =>
        key(sql`SELECT ${columns} FROM api_keys WHERE organization_id = ${organizationId} AND hash = ${hash}`),
      // One text whatever changes, so that it is prepared once.
      update: (organizationId, hash, patch, at) =>
        key(sql`UPDATE api_keys SET
  name = coalesce(${patch.name ?? null}, name),
  disabled = coalesce(${optionalFlag(patch.disabled)}, disabled),
  include_byok_in_limit = coalesce(${optionalFlag(patch.include_byok_in_limit)}, include_byok_in_limit),
  spending_limit = CASE WHEN ${flag(patch.limit !== undefined)} THEN ${patch.limit ?? null} ELSE spending_limit END,
  limit_reset = CASE WHEN ${flag(patch.limit_reset !== undefined)} THEN ${patch.limit_reset ?? null} ELSE limit_reset END,
  updated_at = ${at.epochMillis}
WHERE organization_id = ${organizationId} AND hash = ${hash}
RETURNING ${columns}`),
      hasOtherManagementKey: (organizationId, hash, at) =>
        Effect.map(
          query(sql`SELECT hash FROM api_keys
WHERE organization_id = ${organizationId} AND is_management AND NOT disabled AND hash <> ${hash}
  AND (expires_at IS NULL OR expires_at > ${at.epochMillis})
LIMIT 1`),
          (rows) => rows.length > 0
        ),
      setUsage: (organizationId, hash, counters) =>
        key(sql`UPDATE api_keys SET ${sql.update(counterValues(counters))}
WHERE organization_id = ${organizationId} AND hash = ${hash}
RETURNING ${columns}`)
    })
  })
)
