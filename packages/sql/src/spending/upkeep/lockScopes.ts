import type { ScopeRef, SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import { idsNamed } from "../postgres/postgresDialect.js"
import type { Dialect } from "../rows/Dialect.js"
import * as ScopeRows from "../rows/scopeRows.js"

const locking = " ORDER BY id FOR NO KEY UPDATE"

/** How many scopes a statement names. PostgreSQL compares each row with each name if there are many. */
const MAX_NAMED_SCOPES = 100

const lockOf = (refs: ReadonlyArray<ScopeRef>, { numbered }: Dialect) => {
  const where = refs.map(() => `(${ScopeRows.isRef})`).join(" OR ")
  const text = numbered(`SELECT id FROM spending_scopes WHERE ${where}${locking}`)
  return { compile: () => [text, refs.flatMap(ScopeRows.refValues)] as const }
}

const idsOf = idsNamed(1)
const lockAll = `SELECT id FROM spending_scopes WHERE id = ANY ($1::bigint[])${locking}`

/** Locks more scopes than a statement names: their ids are read first, because all of them are locked in one order. */
const lockMany = ({ lock, read }: Context.Tag.Service<Database>, refs: ReadonlyArray<ScopeRef>) => {
  const values = refs.map(ScopeRows.refValues)
  const columns = ScopeRows.ref.map((_, index) => values.map((row) => row[index]))
  return Effect.flatMap(read({ compile: () => [idsOf, columns] as const }), (found) => {
    const ids = found.map((row) => Number(Object(row)["id"]))
    return lock({ compile: () => [lockAll, [ids]] as const })
  })
}

/**
 * Locks scopes in ascending order of their ids, as the other acts do, and no record that is read then: a change of a guardrail or a member
 * locks that first and then scopes, so both would wait for each other. Only transactions on PostgreSQL lock rows.
 */
export const lockScopes =
  (database: Context.Tag.Service<Database>, dialect: Dialect): Context.Tag.Service<SpendingStore>["lock"] =>
  (refs, effect) => {
    if (refs.length === 0 || !dialect.locksRows) return effect
    const locked = refs.length <= MAX_NAMED_SCOPES ? database.lock(lockOf(refs, dialect)) : lockMany(database, refs)
    return Effect.zipRight(locked, database.withoutLocks(effect))
  }
