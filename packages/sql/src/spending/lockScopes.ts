import type { ScopeRef, SpendingStore } from "@tollgate/core/storage"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import type { Database } from "../transaction/Database.js"
import { numbered } from "./openHolds.js"
import * as ScopeRows from "./scopeRows.js"

const isNamed = `(${ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")})`

const locking = " ORDER BY id FOR NO KEY UPDATE"

/** How many scopes a statement names. PostgreSQL binds at most 65,535 values. */
const AT_ONCE = 1000

const named = (refs: ReadonlyArray<ScopeRef>, rest: string) => {
  const where = refs.map(() => isNamed).join(" OR ")
  const text = numbered(`SELECT id FROM spending_scopes WHERE ${where}${rest}`, true)
  return { compile: () => [text, refs.flatMap(ScopeRows.refValues)] as const }
}

/** Locks more scopes than a statement names: their ids are read first, because all of them are locked in one order. */
const lockMany = ({ lock, read }: Context.Tag.Service<Database>, refs: ReadonlyArray<ScopeRef>) =>
  Effect.gen(function* () {
    const found = yield* Effect.forEach(Arr.chunksOf(refs, AT_ONCE), (some) => read(named(some, "")))
    const ids = found.flat().map((row) => Number(Object(row)["id"]))
    const inOrder = Arr.sort(ids, Order.number)
    yield* Effect.forEach(
      Arr.chunksOf(inOrder, AT_ONCE),
      (some) => {
        const marks = some.map((_, index) => `$${index + 1}`).join(", ")
        const text = `SELECT id FROM spending_scopes WHERE id IN (${marks})${locking}`
        return lock({ compile: () => [text, some] as const })
      },
      { discard: true }
    )
  })

/**
 * Locks scopes in ascending order of their ids, as the other acts do, and no record that is read then: a change of a guardrail or a member
 * locks that first and then scopes, so both would wait for each other. Only transactions on PostgreSQL lock rows.
 */
export const lockScopes =
  (database: Context.Tag.Service<Database>): Context.Tag.Service<SpendingStore>["lock"] =>
  (refs, effect) => {
    if (refs.length === 0) return effect
    const { lock, sql, withoutLocks } = database
    const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
    const lockAll = refs.length <= AT_ONCE || !isPostgres ? lock(named(refs, locking)) : lockMany(database, refs)
    return Effect.zipRight(lockAll, withoutLocks(effect))
  }
