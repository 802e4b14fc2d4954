import { Day, DisabledKey, type KeyStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"
import { termsOfChanged } from "./updateFenced.js"

const byHash = (one: DisabledKey, other: DisabledKey) => (one.hash < other.hash ? -1 : 1)

/**
 * Disables all keys of a user. On SQLite, triggers change the scope of each and the sizes of lists. On PostgreSQL, the statement does both:
 * see `unlessCounted` in `migrations/0001_baseline/keys.ts`.
 */
export const disableAllOf = ({
  lock,
  read,
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
    // The scope of each key is looked up (`OFFSET 0`): a planner that expects few scopes would compare each key with each scope.
    const scopeOf = (key: "api_keys" | "changed") => {
      const keys = sql.literal(key)
      return sql`CROSS JOIN LATERAL (SELECT t.id FROM spending_scopes AS t
  WHERE t.organization_id = ${keys}.organization_id AND t.subject = ${keys}.hash AND t.kind = 'key' AND t.guardrail_id = '' OFFSET 0) AS scope`
    }
    // Before the keys and in ascending order of their ids, as acts on holds lock them.
    const scopes = sql`SELECT 1 FROM spending_scopes
WHERE id = ANY (ARRAY(SELECT scope.id FROM api_keys ${scopeOf("api_keys")} WHERE ${theirs})) ORDER BY id FOR NO KEY UPDATE`
    const alreadyCounted = (is: "on" | "off") => read(sql`SELECT set_config('tollgate.counted', ${is}, TRUE)`)
    // The sizes of lists in the order of their names, as triggers lock them.
    const fenced = sql`WITH changed AS (${update} RETURNING *),
sized AS (INSERT INTO list_sizes (organization_id, list, size)
  SELECT organization_id, its.list, count(*) FROM changed
    CROSS JOIN LATERAL (VALUES ('enabled keys'), ('enabled keys of ' || workspace_id)) AS its (list)
  GROUP BY organization_id, its.list ORDER BY its.list COLLATE "C"
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size - excluded.size),
found AS (SELECT changed.*, scope.id AS scope_id FROM changed ${scopeOf("changed")}),
fenced AS (UPDATE spending_scopes AS its SET version = its.version + 1, ${termsOfChanged(sql)}
  FROM found AS changed WHERE its.id = changed.scope_id)
SELECT ${disabled.columns} FROM changed ORDER BY hash`
    const empty = sql`DELETE FROM list_sizes
WHERE organization_id = ${organization_id} AND size = 0 AND list LIKE 'enabled keys%' RETURNING 1`
    return transact(
      Effect.gen(function* () {
        yield* write(add)
        yield* lock(scopes)
        yield* alreadyCounted("on")
        const keys = yield* disabled.allWritten(write(fenced))
        yield* alreadyCounted("off")
        yield* write(empty)
        return keys
      })
    )
  }
}
