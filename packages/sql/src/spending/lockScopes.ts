import type { SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../transaction/Database.js"
import { numbered } from "./openHolds.js"
import * as ScopeRows from "./scopeRows.js"

const isNamed = `(${ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")})`

/**
 * Locks scopes in ascending order of their ids, as the other acts do, and no record that is read then: a change of a guardrail or a member
 * locks that first and then scopes, so both would wait for each other. Only transactions on PostgreSQL lock rows.
 */
export const lockScopes =
  ({ lock, withoutLocks }: Context.Tag.Service<Database>): Context.Tag.Service<SpendingStore>["lock"] =>
  (refs, effect) => {
    if (refs.length === 0) return effect
    const where = refs.map(() => isNamed).join(" OR ")
    const text = numbered(`SELECT id FROM spending_scopes WHERE ${where} ORDER BY id FOR NO KEY UPDATE`, true)
    const locked = lock({ compile: () => [text, refs.flatMap(ScopeRows.refValues)] as const })
    return Effect.zipRight(locked, withoutLocks(effect))
  }
