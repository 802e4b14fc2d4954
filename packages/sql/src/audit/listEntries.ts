import { AuditRecord, type AuditStore, type ChainId, MOST_COUNTED } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"

type List = Context.Tag.Service<typeof AuditStore>["list"]

/** Lists the sealed entries of a chain, newest first, and counts them. */
export const listEntries = (
  database: Context.Tag.Service<Database>
): ((chain: ChainId, page: Parameters<List>[1], filter?: Parameters<List>[2]) => ReturnType<List>) => {
  const { read, snapshot, sql } = database
  const entries = rowReader(sql, AuditRecord)
  const sizes = rowReader(sql, ListSize)
  const isSqlite = sql.onDialectOrElse({ sqlite: () => true, orElse: () => false })

  return (organizationId, { limit, offset }, { action, actor_hash, from, object, to } = {}) => {
    const matching = sql.and([
      sql`organization_id = ${organizationId}`,
      sql`seq IS NOT NULL`,
      ...(actor_hash === undefined ? [] : [sql`actor_hash = ${actor_hash}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(object === undefined ? [] : [sql`object = ${object}`]),
      ...(from === undefined ? [] : [sql`created_at >= ${from.epochMillis}`]),
      ...(to === undefined ? [] : [sql`created_at < ${to.epochMillis}`])
    ])
    const all = sql`audit_entries WHERE ${matching}`
    // On SQLite, the entries of an object are looked for in each block of the chain that has entries. Somebody may have written one with a
    // number far from the others.
    const ofObject =
      object === undefined || !isSqlite
        ? all
        : sql`(WITH RECURSIVE blocks (block) AS (
  SELECT (SELECT MIN(seq) FROM audit_entries WHERE organization_id = ${organizationId}) / 512
  UNION ALL SELECT (SELECT MIN(seq) FROM audit_entries WHERE organization_id = ${organizationId} AND seq >= (block + 1) * 512) / 512
  FROM blocks WHERE block IS NOT NULL
) SELECT block FROM blocks) CROSS JOIN audit_entries INDEXED BY audit_entries_by_object
WHERE seq / 512 = block AND ${matching}`
    const count = Effect.map(
      sizes.first(
        read(sql`SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${ofObject} LIMIT ${MOST_COUNTED + 1}) AS counted`)
      ),
      Option.match({ onNone: () => 0, onSome: ({ size }) => size })
    )
    // So many that they would have to be sorted for each page are found soon among all, which are in order.
    const rowsOf = (total: number) =>
      read(sql`SELECT ${entries.columns} FROM ${total > MOST_COUNTED ? all : ofObject}
ORDER BY created_at DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`)
    return snapshot(
      Effect.flatMap(count, (total_count) =>
        Effect.map(entries.all(rowsOf(total_count)), (data) => ({ data, total_count }))
      )
    )
  }
}
