import type { AuditHead } from "@tollgate/core/storage"
import { AuditRecord, type ChainId, noEntries, seal } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"

/** Entries that one transaction seals. */
const BATCH = 500

/** Any number that no other use of the database has: who holds this lock of PostgreSQL seals. */
const LOCK = 7_204_120_026

const Unsealed = Schema.Struct({
  id: Schema.Int,
  ...AuditRecord.omit("seq", "hash").fields
})

const Head = Schema.Struct({
  organization_id: AuditRecord.fields.organization_id,
  seq: Schema.Int,
  hash: Schema.String
})

/**
 * Gives the entries that were committed a number and a hash, in the order in which they were stored. One process at a time does it, so
 * that the change itself waits for no other change.
 */
export const sealEntries = (database: Context.Tag.Service<Database>) => {
  const { lock, read, sql, transact, write } = database
  const unsealed = rowReader(sql, Schema.typeSchema(Unsealed))
  const heads = rowReader(sql, Schema.typeSchema(Head))

  const number = (rows: ReadonlyArray<AuditHead & { readonly id: number }>) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.asVoid(
          write(sql`UPDATE audit_entries AS its SET seq = given.seq, hash = given.hash
FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ seq }) => seq)}::bigint[], ${rows.map(({ hash }) => hash)}::text[]) AS given (id, seq, hash)
WHERE its.id = given.id`)
        ),
      orElse: () =>
        Effect.forEach(
          rows,
          ({ hash, id, seq }) => write(sql`UPDATE audit_entries SET seq = ${seq}, hash = ${hash} WHERE id = ${id}`),
          { discard: true }
        )
    })

  const batch = transact(
    Effect.gen(function* () {
      yield* lock(sql`SELECT pg_advisory_xact_lock(${LOCK})`)
      const found = yield* unsealed.all(
        read(sql`SELECT ${unsealed.columns} FROM audit_entries WHERE seq IS NULL ORDER BY id LIMIT ${BATCH}`)
      )
      if (found.length === 0) return 0
      const chains = [...new Set(found.map(({ organization_id }) => organization_id))]
      const known = yield* heads.all(
        read(sql`SELECT ${heads.columns} FROM audit_heads WHERE organization_id IN ${sql.in(chains)}`)
      )
      const last = new Map<ChainId, AuditHead>(known.map(({ organization_id, ...head }) => [organization_id, head]))
      const sealed = found.map(({ id, ...entry }) => {
        const next = seal(last.get(entry.organization_id) ?? noEntries, {
          ...entry,
          created_at: entry.created_at.epochMillis
        })
        last.set(entry.organization_id, next)
        return { id, ...next }
      })
      yield* number(sealed)
      for (const [organization_id, { hash, seq }] of last) {
        yield* write(sql`INSERT INTO audit_heads (organization_id, seq, hash, deleted_seq, deleted_hash)
VALUES (${organization_id}, ${seq}, ${hash}, 0, ${noEntries.hash})
ON CONFLICT (organization_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`)
      }
      return found.length
    })
  )
  const some = read(sql`SELECT id FROM audit_entries WHERE seq IS NULL ORDER BY id LIMIT 1`)

  /** Seals everything that was committed before. */
  return Effect.gen(function* () {
    if ((yield* some).length === 0) return
    while ((yield* batch) === BATCH);
  })
}
