import { OrganizationId } from "@tollgate/core"
import { type AuditCheck, AuditRecord, AuditStore, type ChainId, noEntries } from "@tollgate/core/storage"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { sealAlone, sealEntries } from "../schema/sealEntries.js"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import { entryInsert } from "../transaction/auditEntry.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { listEntries } from "./listEntries.js"

/** A row of `audit_heads`. */
const Chain = Schema.Struct({
  organization_id: Schema.Union(OrganizationId, Schema.Literal("")),
  seq: Schema.Int,
  hash: Schema.String,
  deleted_seq: Schema.Int,
  deleted_hash: Schema.String
})

/** A row of `audit_checks`. */
const Check = Schema.Struct({
  organization_id: Chain.fields.organization_id,
  checked_at: Schema.DateTimeUtc,
  seq: Schema.Int,
  intact: Schema.Boolean
})

/** Checks that one transaction stores. */
const CHECKS = 100

const End = Chain.pick("organization_id", "seq")

export const make = contextOf(
  AuditStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql, transact, write } = database
    const entries = rowReader(sql, AuditRecord)
    const sealAll = sealEntries(database)
    const list = listEntries(database)
    const insert = entryInsert(sql)
    const chains = rowReader(sql, Chain)
    const ends = rowReader(sql, End)
    const checks = rowReader(sql, Check)
    const sizes = rowReader(sql, ListSize)
    const allChains = Effect.map(
      chains.all(read(sql`SELECT ${chains.columns} FROM audit_heads ORDER BY organization_id`)),
      (all) =>
        all.map(({ deleted_hash, deleted_seq, ...chain }) => ({
          ...chain,
          deleted: { seq: deleted_seq, hash: deleted_hash }
        }))
    )
    const allEnds = ends.all(
      read(sql`SELECT organization_id, MAX(seq) AS seq FROM audit_entries WHERE seq IS NOT NULL
GROUP BY organization_id ORDER BY organization_id`)
    )
    // SQLite would go through all entries by another index.
    const unsealedOnly = sql.onDialectOrElse({
      sqlite: () => sql`INDEXED BY audit_entries_unsealed`,
      orElse: () => sql``
    })
    const countUnsealed = Effect.map(
      sizes.first(read(sql`SELECT COUNT(*) AS size FROM audit_entries ${unsealedOnly} WHERE seq IS NULL`)),
      Option.match({ onNone: () => 0, onSome: ({ size }) => size })
    )
    const isSqlite = sql.onDialectOrElse({ sqlite: () => true, orElse: () => false })
    const noteCheck = ({ checked_at, intact, organization_id, seq }: AuditCheck) =>
      write(sql`INSERT INTO audit_checks (organization_id, checked_at, seq, intact)
VALUES (${organization_id}, ${checked_at.epochMillis}, ${seq}, ${isSqlite ? Number(intact) : intact})
ON CONFLICT (organization_id) DO UPDATE SET checked_at = excluded.checked_at, seq = excluded.seq, intact = excluded.intact
WHERE audit_checks.checked_at <= excluded.checked_at`)
    const readEntries = (chain: ChainId, after: number, limit: number) =>
      entries.all(
        read(sql`SELECT ${entries.columns} FROM audit_entries WHERE organization_id = ${chain} AND seq > ${after}
ORDER BY seq LIMIT ${limit}`)
      )
    /** The first entry of a chain after a number. */
    const firstAfter = (chain: ChainId, seq: number) =>
      Effect.map(readEntries(chain, seq, 1), ([first = null]) => first)
    const chain = (id: ChainId) =>
      Effect.gen(function* () {
        const found = yield* chains.first(
          read(sql`SELECT ${chains.columns} FROM audit_heads WHERE organization_id = ${id}`)
        )
        const check = yield* checks.first(
          read(sql`SELECT ${checks.columns} FROM audit_checks WHERE organization_id = ${id}`)
        )
        const head = Option.match(found, { onNone: () => noEntries, onSome: ({ hash, seq }) => ({ seq, hash }) })
        const deleted = Option.match(found, {
          onNone: () => noEntries,
          onSome: ({ deleted_hash, deleted_seq }) => ({ seq: deleted_seq, hash: deleted_hash })
        })
        const { data: prunings } = yield* list(id, { limit: 1, offset: 0 }, { action: "audit.prune" })
        return {
          head,
          deleted,
          first: yield* firstAfter(id, deleted.seq),
          last: head.seq === 0 ? null : yield* firstAfter(id, head.seq - 1),
          pruning: prunings[0] ?? null,
          check: Option.getOrNull(check)
        }
      })
    return AuditStore.of({
      chains: Effect.zipRight(sealAll, allChains),
      ends: Effect.zipRight(sealAll, allEnds),
      inspect: snapshot(Effect.all({ chains: allChains, ends: allEnds, unsealed: countUnsealed })),
      chain: (id) => snapshot(chain(id)),
      noteChecks: (found) =>
        Effect.forEach(
          Arr.chunksOf(found, CHECKS),
          (some) => transact(Effect.forEach(some, noteCheck, { discard: true })),
          { discard: true }
        ),
      read: readEntries,
      prune: ({ from, hash, to }, entry) => {
        const chain = entry.organization_id
        const begun = write(sql`UPDATE audit_heads SET deleted_seq = ${to}, deleted_hash = ${hash}
WHERE organization_id = ${chain} AND deleted_seq = ${from - 1} RETURNING 1`)
        const rest = Effect.all([
          write(sql`DELETE FROM audit_entries WHERE organization_id = ${chain} AND seq <= ${to}`),
          write({ compile: () => insert(entry) }),
          // The chain never begins where no entry of it says why.
          sealAll
        ])
        return transact(
          Effect.flatMap(Effect.zipRight(sealAlone(database), begun), (rows) =>
            rows.length === 0 ? Effect.succeed(false) : Effect.as(rest, true)
          )
        )
      },
      list: (organizationId, page, filter) => Effect.zipRight(sealAll, list(organizationId, page, filter))
    })
  })
)
