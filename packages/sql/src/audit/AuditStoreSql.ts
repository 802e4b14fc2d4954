import { AuditRecord, AuditStore, MOST_COUNTED } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { sealEntries } from "./sealEntries.js"

export const make = contextOf(
  AuditStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql } = database
    const entries = rowReader(sql, Schema.typeSchema(AuditRecord))
    const sizes = rowReader(sql, Schema.Struct({ size: Schema.Int }))
    const sealAll = sealEntries(database)
    return AuditStore.of({
      list: (organizationId, { limit, offset }, { action, actor_hash, from, object, to } = {}) => {
        const conditions = [
          sql`organization_id = ${organizationId}`,
          sql`seq IS NOT NULL`,
          ...(actor_hash === undefined ? [] : [sql`actor_hash = ${actor_hash}`]),
          ...(action === undefined ? [] : [sql`action = ${action}`]),
          ...(object === undefined ? [] : [sql`object = ${object}`]),
          ...(from === undefined ? [] : [sql`created_at >= ${from.epochMillis}`]),
          ...(to === undefined ? [] : [sql`created_at < ${to.epochMillis}`])
        ]
        const matching = sql.and(conditions)
        const size = sizes.first(
          read(
            sql`SELECT COUNT(*) AS size FROM (SELECT 1 FROM audit_entries WHERE ${matching} LIMIT ${MOST_COUNTED + 1}) AS counted`
          )
        )
        const rows = entries.all(
          read(sql`SELECT ${entries.columns} FROM audit_entries WHERE ${matching}
ORDER BY created_at DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`)
        )
        const paged = Effect.zipWith(size, rows, (size, data) => ({
          data,
          total_count: Option.match(size, { onNone: () => 0, onSome: ({ size }) => size })
        }))
        return Effect.zipRight(sealAll, snapshot(paged))
      }
    })
  })
)
