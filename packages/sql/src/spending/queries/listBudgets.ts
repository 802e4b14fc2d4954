import type { Page } from "@tollgate/core"
import {
  asAt,
  type BudgetInForce,
  type BudgetList,
  Day,
  emptyScope,
  type Scope,
  ScopeKind,
  type ScopeRef,
  type SpendingStore,
  unlimited
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import type { Dialect, Part } from "../rows/Dialect.js"
import { rowsOf } from "../rows/Script.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { leastLevel, selectBudgets } from "./budgetParts.js"
import { budgetShares } from "./budgetShares.js"
import type { Reads } from "./reads.js"

const inOrder = "share DESC, place, subject, guardrail_id, period"

/** The statements that read a page of budgets, and the size of the list if the page is beyond its end. */
const statements = ([text, params]: Part, { limit, offset }: Page, { numbered }: Dialect) => ({
  page: {
    text: numbered(`SELECT scope_id, place, subject, guardrail_id, workspace_id, name, period,
CAST(its_limit AS TEXT) AS its_limit, count(*) OVER () AS size
FROM ${text} ORDER BY ${inOrder} LIMIT ? OFFSET ?`),
    params: [...params, limit, offset]
  },
  count: { text: numbered(`SELECT count(*) AS size FROM ${text}`), params }
})

/** A budget of a row of the page. Of a scope to which nothing was charged, its record has the limit. */
const toBudget = (
  row: ScopeRows.Row,
  stored: Scope | undefined,
  { organization_id }: BudgetList,
  now: number
): BudgetInForce => {
  const window = Day.kinds[Number(row["period"])] ?? "lifetime"
  const ref = {
    organization_id,
    kind: ScopeKind.literals[Number(row["place"])],
    guardrail_id: row["guardrail_id"] === "" ? null : row["guardrail_id"],
    subject: row["subject"]
  }
  const terms = { ...unlimited, limits: { ...unlimited.limits, [window]: ScopeRows.toAmount(row["its_limit"]) } }
  // The types follow from the records that are selected.
  const scope = stored ?? emptyScope(0, ref as ScopeRef, terms, Day.of(now))
  return {
    scope: asAt(scope, now),
    window,
    workspace_id: row["workspace_id"] as BudgetInForce["workspace_id"],
    name: String(row["name"])
  }
}

/** Lists budgets in force, all of one state. A list of all is read aside, because the share of each budget is computed. */
export const listBudgets =
  (
    { snapshot, snapshotUnlimited }: Context.Tag.Service<Database>,
    dialect: Dialect,
    { run }: Reads
  ): Context.Tag.Service<SpendingStore>["budgets"] =>
  (list, page, now) => {
    const selected = selectBudgets(list, now)
    if (selected === null) return Effect.succeed({ data: [], total_count: 0 })
    const select = statements(budgetShares(selected, list, now, dialect), page, dialect)
    return (leastLevel(list) === 0 ? snapshotUnlimited : snapshot)(
      run(function* () {
        const rows = yield* rowsOf([select.page])
        const [size] = rows.length > 0 || page.offset === 0 ? rows : yield* rowsOf([select.count])
        const ids = new Set(rows.flatMap(({ scope_id }) => (scope_id === null ? [] : [Number(scope_id)])))
        const stored = yield* rowsOf(dialect.scopes([...ids], "none"))
        const scopes = new Map(stored.map(ScopeRows.toScope).map((scope) => [scope.id, scope]))
        return {
          data: rows.map((row) => toBudget(row, scopes.get(Number(row["scope_id"])), list, now)),
          total_count: Number(size?.["size"] ?? 0)
        }
      })
    )
  }
