import type { SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../transaction/Database.js"
import { numbered } from "./openHolds.js"
import * as ScopeRows from "./scopeRows.js"

const isNamed = `(${ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")})`

/** Locks scopes in ascending order of their ids, as the other acts do. Only transactions on PostgreSQL lock rows. */
export const lockScopes =
  ({ lock }: Context.Tag.Service<Database>): Context.Tag.Service<SpendingStore>["lock"] =>
  (refs) => {
    if (refs.length === 0) return Effect.void
    const where = refs.map(() => isNamed).join(" OR ")
    const text = numbered(`SELECT id FROM spending_scopes WHERE ${where} ORDER BY id FOR NO KEY UPDATE`, true)
    return lock({ compile: () => [text, refs.flatMap(ScopeRows.refValues)] as const })
  }
