import type { CorrectionRecord, SpendingStore } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { type Row, toAmount } from "../rows/scopeRows.js"

/** The columns of `toCorrection`. */
export const correctionColumns =
  "hold, CAST(replaced_cost AS TEXT) AS replaced_cost, CAST(cost AS TEXT) AS cost, reason, corrected_by, corrected_at, entry"

const text = `SELECT ${correctionColumns} FROM spending_corrections WHERE hold = ?`

/** Reads the correction of a hold that has a number. */
export const toCorrection = (row: Row, number: number): CorrectionRecord => {
  const read: unknown = {
    id: HoldRows.toId(row["hold"]),
    cost_before: row.replaced_cost === null ? null : toAmount(row.replaced_cost),
    cost: toAmount(row["cost"]),
    reason: row["reason"],
    corrected_by: row["corrected_by"],
    corrected_at: Number(row["corrected_at"]),
    number,
    position: row.entry === null ? null : Number(row.entry)
  }
  // The row was written from such a record.
  return read as CorrectionRecord
}

/** Reads the corrections of a hold, oldest first. */
export const readCorrections =
  (
    { read }: Context.Tag.Service<Database>,
    { idOf, numbered }: Dialect
  ): Context.Tag.Service<SpendingStore>["corrections"] =>
  ({ id, organization_id }) => {
    const of = organization_id === null ? [] : [organization_id]
    const where = organization_id === null ? "" : " AND organization_id = ?"
    const statement = numbered(`${text}${where} ORDER BY id`)
    return Effect.map(read({ compile: () => [statement, [idOf(id), ...of]] }), (rows) =>
      // Rows are objects by column.
      rows.map((row, at) => toCorrection(row as Row, at + 1))
    )
  }
