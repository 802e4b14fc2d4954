import { Day, type HoldRecord, type Scope, type ScopeId, type ScopeRef, type ScopeTerms } from "@tollgate/core/storage"
import type { Query } from "../transaction/Executor.js"
import * as HoldRows from "./holdRows.js"
import type { Statement } from "./Statements.js"
import * as ScopeRows from "./scopeRows.js"

const marks = (columns: ReadonlyArray<string>) => columns.map(() => "?").join(", ")
const set = (columns: ReadonlyArray<string>) => columns.map((name) => `${name} = ?`).join(", ")
const four = (name: string) => Day.kinds.map((kind) => `${name}_${kind}`)
const update = (columns: ReadonlyArray<string>) => `UPDATE spending_scopes SET ${set(columns)} WHERE id = ?`

const held = ["holds", ...four("own_held")]
// Few texts: a scope changes in one of these ways.
const updateHeld = update(held)
const updateOwn = update([...held, ...four("own_spent")])
const updateCharged = update(ScopeRows.charged)

const insertHold = `INSERT INTO spending_holds (id, ${HoldRows.all.join(", ")})
VALUES (${marks(["id", ...HoldRows.all])})`
const selectHold = `SELECT ${HoldRows.columns(false)} FROM spending_holds WHERE id = ?`
const updateHold = `UPDATE spending_holds SET ${set(HoldRows.changing)} WHERE id = ?`

const selectScope = `SELECT ${ScopeRows.columns(false)} FROM spending_scopes
WHERE ${ScopeRows.ref.map((name) => `${name} = ?`).join(" AND ")}`
const selectScopeById = `SELECT ${ScopeRows.columns(false)} FROM spending_scopes WHERE id = ?`
const created = [...ScopeRows.ref, "day", ...ScopeRows.terms]
const insertScope = `INSERT INTO spending_scopes (${created.join(", ")}, version, holds)
VALUES (${marks(created)}, 0, 0) RETURNING id`

/** Reads a scope by its name. */
export const scopeNamed = (ref: ScopeRef): Statement => ({ text: selectScope, params: ScopeRows.refValues(ref) })

export const scopeWithId = (id: ScopeId): Statement => ({ text: selectScopeById, params: [id] })

/** Inserts a scope without charges, and returns its id. */
export const newScope = (ref: ScopeRef, terms: ScopeTerms, day: Day.Day): Statement => ({
  text: insertScope,
  params: [...ScopeRows.refValues(ref), day, ...ScopeRows.termValues(terms, false)]
})

/** Whether columns differ that `updateOwn` does not write. */
const differsElsewhere = (before: Scope, after: Scope) =>
  before.day !== after.day ||
  before.ahead !== after.ahead ||
  before.byok !== after.byok ||
  before.opening !== after.opening ||
  before.own.unknown !== after.own.unknown

const FULL = 2n ** 63n - 1n

/** Throws if a scope does not fit into its row: its act then fails, and not those whose changes are written with it. */
export const requireStorable = ({ byok, own }: Scope): void => {
  const totals = [own.held.total, own.unknown.total, byok.held.total, byok.unknown.total]
  if (totals.some((amount) => amount > FULL)) throw new RangeError("The amounts held exceed a 64-bit integer.")
}

/** Writes a scope: of the columns that acts usually change, only those that differ. */
export const writeScope = (query: Query, before: Scope | null, after: Scope): void => {
  const { held, spent } = after.own
  if (before === null || differsElsewhere(before, after))
    query(updateCharged, [...ScopeRows.chargedValues(after), after.id])
  else if (before.own.spent !== spent) {
    const amounts = [held.total, held.daily, held.weekly, held.monthly, spent.total, spent.daily, spent.weekly]
    query(updateOwn, [after.holds, ...amounts, spent.monthly, after.id])
  } else if (before.own.held !== held || before.holds !== after.holds) {
    query(updateHeld, [after.holds, held.total, held.daily, held.weekly, held.monthly, after.id])
  }
}

/** Reads a hold. */
export const holdOf = (id: HoldRecord["id"]): Statement => ({ text: selectHold, params: [HoldRows.idBytes(id)] })

/** Writes a hold. `numbers` are those of its names, in their order. */
export const writeHold = (
  query: Query,
  before: HoldRecord | null,
  after: HoldRecord,
  numbers: ReadonlyArray<number | null>
): void => {
  const id = HoldRows.idBytes(after.id)
  if (before === null) query(insertHold, [id, ...HoldRows.numbered(after, numbers, false)])
  else if (before !== after) query(updateHold, [...HoldRows.changingNumbered(after, numbers, false), id])
}
