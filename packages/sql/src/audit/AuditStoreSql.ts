import { OrganizationId } from "@tollgate/core"
import { AuditRecord, AuditStore, MOST_COUNTED } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { sealEntries } from "./sealEntries.js"

/** A row of `audit_heads`. */
const Chain = Schema.Struct({
  organization_id: Schema.Union(OrganizationId, Schema.Literal("")),
  seq: Schema.Int,
  hash: Schema.String,
  deleted_seq: Schema.Int,
  deleted_hash: Schema.String
})

const End = Chain.pick("organization_id", "seq")

export const make = contextOf(
  AuditStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, transact, write } = database
    const entries = rowReader(sql, AuditRecord)
    const sizes = rowReader(sql, ListSize)
    const sealAll = sealEntries(database)
    const chains = rowReader(sql, Chain)
    const ends = rowReader(sql, End)
    return AuditStore.of({
      chains: Effect.zipRight(
        sealAll,
        Effect.map(chains.all(read(sql`SELECT ${chains.columns} FROM audit_heads ORDER BY organization_id`)), (all) =>
          all.map(({ deleted_hash, deleted_seq, ...chain }) => ({
            ...chain,
            deleted: { seq: deleted_seq, hash: deleted_hash }
          }))
        )
      ),
      ends: Effect.zipRight(
        sealAll,
        ends.all(
          read(sql`SELECT organization_id, MAX(seq) AS seq FROM audit_entries WHERE seq IS NOT NULL
GROUP BY organization_id ORDER BY organization_id`)
        )
      ),
      read: (chain, after, limit) =>
        entries.all(
          read(sql`SELECT ${entries.columns} FROM audit_entries WHERE organization_id = ${chain} AND seq > ${after}
ORDER BY seq LIMIT ${limit}`)
        ),
      deleteUpTo: (chain, { hash, seq }) =>
        transact(
          Effect.zipRight(
            write(sql`UPDATE audit_heads SET deleted_seq = ${seq}, deleted_hash = ${hash}
WHERE organization_id = ${chain} AND deleted_seq < ${seq}`),
            write(sql`DELETE FROM audit_entries WHERE organization_id = ${chain} AND seq <= ${seq}`)
          )
        ),
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
