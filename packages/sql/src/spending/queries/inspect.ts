import type { LedgerVisitor, SpendingStore, StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import * as ScopeRows from "../rows/scopeRows.js"

/** No hold has this id, and every other one is after it. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000"

/** Rows that are read at a time, and then looked at without a turn of the event loop. PostgreSQL is farther away. */
const pageOf = ({ locksRows }: Dialect) => (locksRows ? 500 : 100)

/** Reads every scope and every entry of the ledger that counts, page by page, in one snapshot. */
export const inspect = (
  { read, snapshotUnlimited }: Context.Tag.Service<Database>,
  dialect: Dialect
): Context.Tag.Service<SpendingStore>["inspect"] => {
  const most = pageOf(dialect)
  const select = (columns: string, from: string) =>
    dialect.numbered(`SELECT ${columns} FROM ${from} id > ? ORDER BY id LIMIT ${most}`)
  const scopes = select(ScopeRows.columns(dialect, "t"), "spending_scopes AS t WHERE")
  // Open, unknown and settled.
  const entries = select(HoldRows.entryColumns(dialect), "spending_holds WHERE state IN (0, 3, 4) AND")

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
        yield* forEachRow(entries, dialect.idOf(FIRST_ID), (row) => visitor.entry(HoldRows.toEntry(row)))
        return visitor.end()
      })
    )
}
