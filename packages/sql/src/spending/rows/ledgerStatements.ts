import { inLists } from "../../table/batches.js"
import { idBytes } from "./holdRows.js"
import { digestOf } from "./Names.js"
import { numbered } from "./openHolds.js"
import type { SpendingStatements } from "./Statements.js"
import { addToSums, storeSums } from "./sums.js"

const organization = "organization = (SELECT id FROM spending_names WHERE digest = ?)"

/** How an insertion of a name goes on if the name exists: one that is to be deleted stays. It is returned, as one that is inserted is. */
export const reviveName =
  "ON CONFLICT (digest) DO UPDATE SET unused_since = NULL WHERE spending_names.unused_since IS NOT NULL RETURNING id, name"

const correction = `INSERT INTO spending_corrections
(hold, organization_id, replaced_cost, cost, reason, corrected_by, corrected_at) VALUES (?, ?, ?, ?, ?, ?, ?)`

const countCorrection = "UPDATE spending_holds SET corrections = corrections + 1 WHERE id = ?"

/** The statements about what has ended. */
export const ledgerStatements = (
  isPostgres: boolean
): Pick<SpendingStatements, "dropDays" | "insertCorrections" | "pruneHolds"> => {
  const idOf = (id: string) => (isPostgres ? id : idBytes(id))
  const statement = (text: string, params: ReadonlyArray<unknown>) => ({ text: numbered(text, isPostgres), params })
  const isAmong = (ids: ReadonlyArray<string>) =>
    isPostgres
      ? [{ text: "id = ANY (?::uuid[])", params: [ids] }]
      : inLists(ids.map(idOf)).map((list) => ({ text: `id IN (${list.map(() => "?").join(", ")})`, params: list }))
  return {
    pruneHolds: (ids) =>
      isAmong(ids).flatMap(({ params, text }) => [
        statement(`${storeSums(`state = 4 AND ${text}`, 1, isPostgres)}\n${addToSums}`, params),
        statement(`DELETE FROM spending_holds WHERE ${text}`, params)
      ]),
    dropDays: (id, day, which) => {
      const days = `${organization} AND day ${which === "only" ? "=" : ">="} ?`
      const params = [digestOf(id), day]
      return [
        statement(`DELETE FROM spending_days WHERE ${days}`, params),
        statement(`DELETE FROM spending_sums WHERE ${days} AND pruned = 0`, params)
      ]
    },
    insertCorrections: (corrections) =>
      corrections.flatMap(({ corrected_at, corrected_by, cost, cost_before, id, organization_id, reason }) => [
        statement(correction, [idOf(id), organization_id, cost_before, cost, reason, corrected_by, corrected_at]),
        statement(countCorrection, [idOf(id)])
      ])
  }
}
