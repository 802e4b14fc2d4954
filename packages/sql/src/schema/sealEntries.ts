import type { AuditHead } from "@tollgate/core/storage"
import { AuditRecord, type ChainId, noEntries, seal } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { nextTo } from "../transaction/auditEntry.js"
import type { Database } from "../transaction/Database.js"

/** Entries that one transaction seals. */
const BATCH = 500

/** Any number that no other use of the database has: the holder of this lock of PostgreSQL seals. */
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

/** The last number that an entry of a chain has. */
const Last = Schema.Struct({ organization_id: AuditRecord.fields.organization_id, last: Schema.NullOr(Schema.Int) })

/** Lets no other transaction seal entries, or delete some, until this one ends. */
export const sealAlone = ({ lock, sql }: Context.Tag.Service<Database>) =>
  lock(sql`SELECT pg_advisory_xact_lock(${LOCK})`)

/**
 * Gives the entries that were committed a number and a hash, in the order in which they were stored. One process at a time does it, so
 * that the change itself waits for no other change.
 */
export const sealEntries = (database: Context.Tag.Service<Database>) => {
  const { read, sql, transact, write } = database
  const unsealed = rowReader(sql, Unsealed)
  const known = rowReader(sql, Head)
  const lasts = rowReader(sql, Last)

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
      yield* sealAlone(database)
      const entries = yield* unsealed.all(
        read(sql`SELECT ${unsealed.columns} FROM audit_entries WHERE seq IS NULL ORDER BY id LIMIT ${BATCH}`)
      )
      if (entries.length === 0) return 0
      const chains = [...new Set(entries.map(({ organization_id }) => organization_id))]
      const found = yield* known.all(
        read(sql`SELECT ${known.columns} FROM audit_heads WHERE organization_id IN ${sql.in(chains)}`)
      )
      const ends = yield* lasts.all(
        read(sql`WITH given (id) AS (VALUES ${sql.csv(chains.map((id) => sql`(CAST(${id} AS TEXT))`))})
SELECT id AS organization_id, (SELECT MAX(seq) FROM audit_entries WHERE organization_id = given.id) AS last FROM given`)
      )
      const heads = new Map<ChainId, AuditHead>(found.map(({ organization_id, ...head }) => [organization_id, head]))
      const last = new Map(
        ends.map(({ last, organization_id }) => [organization_id, nextTo(heads.get(organization_id), last ?? 0)])
      )
      const sealed = entries.map(({ id, ...entry }) => {
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
      return entries.length
    })
  )
  const some = read(sql`SELECT id FROM audit_entries WHERE seq IS NULL ORDER BY id LIMIT 1`)

  /** Seals everything that was committed before. */
  return Effect.gen(function* () {
    if ((yield* some).length === 0) return
    while ((yield* batch) === BATCH);
  })
}
