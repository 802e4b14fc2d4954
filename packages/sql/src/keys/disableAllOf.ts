import { Day, DisabledKey, type KeyStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"
import { termsOfChanged } from "./updateFenced.js"

const byHash = (one: DisabledKey, other: DisabledKey) => (one.hash < other.hash ? -1 : 1)

/** Disables all keys of a user. On SQLite, a trigger changes the scope of each. */
export const disableAllOf = ({
  lock,
  sql,
  transact,
  write
}: Context.Tag.Service<Database>): Context.Tag.Service<KeyStore>["disableAllOf"] => {
  const disabled = rowReader(sql, DisabledKey)
  const shared = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  return (organization_id, user, at) => {
    const theirs = sql`organization_id = ${organization_id} AND creator_user_id = ${user} AND NOT disabled`
    const update = sql`UPDATE api_keys SET disabled = TRUE, updated_at = ${at.epochMillis} WHERE ${theirs}`
    if (!shared) {
      const all = disabled.allWritten(write(sql`${update} RETURNING ${disabled.columns}`))
      return Effect.map(all, (keys) => keys.toSorted(byHash))
    }
    const day = Day.of(at.epochMillis)
    // Keys that were never changed or used have no scope yet.
    const add = sql`INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok)
SELECT organization_id, hash, 'key', '', 0, ${day}, 0, FALSE FROM api_keys WHERE ${theirs} ORDER BY hash
ON CONFLICT (organization_id, subject, kind, guardrail_id) DO NOTHING RETURNING 1`
    // Before the keys and in ascending order of their ids, as acts on holds lock them.
    const scopes = sql`SELECT 1 FROM spending_scopes WHERE organization_id = ${organization_id} AND kind = 'key' AND guardrail_id = ''
AND subject IN (SELECT hash FROM api_keys WHERE ${theirs}) ORDER BY id FOR NO KEY UPDATE`
    const fenced = sql`WITH changed AS (${update} RETURNING *),
fenced AS (UPDATE spending_scopes AS its SET version = its.version + 1, ${termsOfChanged(sql)} FROM changed
  WHERE its.organization_id = changed.organization_id AND its.subject = changed.hash AND its.kind = 'key' AND its.guardrail_id = '')
SELECT ${disabled.columns} FROM changed ORDER BY hash`
    return transact(
      Effect.gen(function* () {
        yield* write(add)
        yield* lock(scopes)
        return yield* disabled.allWritten(write(fenced))
      })
    )
  }
}
