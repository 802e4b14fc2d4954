import type { Day, HoldRecord, ScopeId, ScopeRef, ScopeTerms } from "@tollgate/core/storage"
import type { Query } from "../../transaction/Executor.js"
import * as HoldRows from "../rows/holdRows.js"
import type { Statement } from "../rows/Statements.js"
import * as ScopeRows from "../rows/scopeRows.js"

const marks = (columns: ReadonlyArray<string>) => columns.map(() => "?").join(", ")
const set = (columns: ReadonlyArray<string>) => columns.map((name) => `${name} = ?`).join(", ")
const insertHold = `INSERT INTO spending_holds (id, ${HoldRows.all.join(", ")})
VALUES (${marks(["id", ...HoldRows.all])})`
const selectHold = `SELECT ${HoldRows.columns(false)} FROM spending_holds WHERE id = ?`
const updateHold = `UPDATE spending_holds SET ${set(HoldRows.changing)} WHERE id = ?`

const selectScopeById = `SELECT ${ScopeRows.columns(false)} FROM spending_scopes WHERE id = ?`
const created = [...ScopeRows.ref, "day", ...ScopeRows.terms]
const insertScope = `INSERT INTO spending_scopes (${created.join(", ")}, version, holds)
VALUES (${marks(created)}, 0, 0) RETURNING id`

export const scopeWithId = (id: ScopeId): Statement => ({ text: selectScopeById, params: [id] })

/** Inserts a scope without charges, and returns its id. */
export const newScope = (ref: ScopeRef, terms: ScopeTerms, day: Day.Day): Statement => ({
  text: insertScope,
  params: [...ScopeRows.refValues(ref), day, ...ScopeRows.termValues(terms, false)]
})

/** Reads the id of the latest hold. Ids begin with their time. */
export const latestHold: Statement = { text: "SELECT max(id) AS id FROM spending_holds", params: [] }

/** Reads a hold. */
export const holdOf = (id: HoldRecord["id"]): Statement => ({ text: selectHold, params: [HoldRows.idBytes(id)] })

/** A hold to write, and the names in it with their numbers, as far as they were known before. */
export interface HoldWrite {
  readonly before: HoldRecord | null
  readonly after: HoldRecord
  readonly names: ReadonlyArray<string | null>
  readonly numbers: ReadonlyArray<number | null>
}

/** Writes a hold. `numbers` are those of its names, in their order. */
export const writeHold = (
  query: Query,
  before: HoldRecord | null,
  after: HoldRecord,
  numbers: ReadonlyArray<number | null>
): void => {
  if (before === after) return
  const id = HoldRows.idBytes(after.id)
  if (before === null) {
    query(insertHold, [id, ...HoldRows.numbered(after, numbers, false)])
  } else query(updateHold, [...HoldRows.changingNumbered(after, numbers, false), id])
}
