import { Day, type HoldRecord, isActivity, type Scope, type ScopeId } from "@tollgate/core/storage"
import { isOfClosedDay } from "../rows/isOfClosedDay.js"
import type { Statement } from "../rows/Statements.js"
import type { MirroredTable } from "./MirroredTable.js"
import { statementsSqlite } from "./statementsSqlite.js"

const { dropDays } = statementsSqlite(false)

/** Statements that drop what is kept of closed days whose holds have changed, and of days that are not closed any more. */
export const staleDays = (
  holds: MirroredTable<HoldRecord["id"], HoldRecord>,
  scopes: MirroredTable<ScopeId, Scope>,
  scopeOf: (id: ScopeId) => Scope | undefined
): ReadonlyArray<Statement> => {
  const dropped = new Map<string, ReadonlyArray<Statement>>()
  holds.forEachChanged((hold) => {
    if (!isActivity(hold) || !isOfClosedDay(hold, scopeOf)) return
    const [organization, day] = [hold.organization_id, Day.of(hold.opened_at)]
    dropped.set(`${organization} ${day}`, dropDays(organization, day, "only"))
  })
  scopes.forEachChanged(({ day, ref }, before) => {
    if (ref.kind !== "organization" || before === null || day >= before.day) return
    dropped.set(ref.organization_id, dropDays(ref.organization_id, day, "and later"))
  })
  return [...dropped.values()].flat()
}
