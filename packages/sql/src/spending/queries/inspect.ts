import type { LedgerVisitor, SpendingStore, StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import * as HoldRows from "../rows/holdRows.js"
import { numbered } from "../rows/openHolds.js"
import * as ScopeRows from "../rows/scopeRows.js"

/** Rows that are read at a time, and then looked at without a turn of the event loop. PostgreSQL is farther away. */
const pageOf = (isPostgres: boolean) => (isPostgres ? 500 : 100)

/** Reads every scope and every entry of the ledger that counts, page by page, in one snapshot. */
export const inspect = ({
  read,
  snapshotUnlimited,
  sql
}: Context.Tag.Service<Database>): Context.Tag.Service<SpendingStore>["inspect"] => {
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const most = pageOf(isPostgres)
  const select = (columns: string, from: string) => {
    const text = `SELECT ${columns} FROM ${from} id > ? ORDER BY id LIMIT ${most}`
    return numbered(text, isPostgres)
  }
  const scopes = select(ScopeRows.columns(!isPostgres), "spending_scopes WHERE")
  // Open, unknown and settled.
  const entries = select(HoldRows.entryColumns(!isPostgres), "spending_holds WHERE state IN (0, 3, 4) AND")
  const firstId = isPostgres ? "00000000-0000-0000-0000-000000000000" : new Uint8Array(0)

  const forEachRow = Effect.fnUntraced(function* (text: string, first: unknown, visit: (row: ScopeRows.Row) => void) {
    let after = first
    for (;;) {
      const rows = yield* read({ compile: () => [text, [after]] })
      for (const row of rows) {
        // Rows are objects by column.
        const found = row as ScopeRows.Row
        visit(found)
        after = found.id
      }
      if (rows.length < most) return
      // A page by a host's client of SQLite does not suspend: others get their turn.
      yield* Effect.yieldNow()
    }
  })

  return <A>(begin: () => LedgerVisitor<A>): Effect.Effect<A, StorageFailure> =>
    snapshotUnlimited(
      Effect.gen(function* () {
        const visitor = begin()
        yield* forEachRow(scopes, 0, (row) => visitor.scope(ScopeRows.toScope(row)))
        yield* forEachRow(entries, firstId, (row) => visitor.entry(HoldRows.toEntry(row)))
        return visitor.end()
      })
    )
}
