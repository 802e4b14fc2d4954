import type { Page } from "@tollgate/core"
import {
  asAt,
  type BudgetInForce,
  type BudgetList,
  Day,
  emptyScope,
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

const inOrder = (table: string) =>
  `${["share DESC", "place", "subject", "guardrail_id", "period"].map((name) => `${table}.${name}`).join(", ")}`

/** The statements that read a page of budgets, and the size of the list if the page is beyond its end. */
const statements = ([text, params]: Part, { limit, offset }: Page, dialect: Dialect) => ({
  page: {
    text: dialect.numbered(`SELECT page.size, page.place, page.subject AS owner, page.guardrail_id AS guardrail,
page.workspace_id, page.name, page.period, page.includes_byok, CAST(page.its_limit AS TEXT) AS limit_usd,
${ScopeRows.columns(dialect, "t")}
FROM (SELECT listed.*, count(*) OVER () AS size FROM (${text}) AS listed
  ORDER BY ${inOrder("listed")} LIMIT ? OFFSET ?) AS page
LEFT JOIN spending_scopes AS t ON t.id = page.scope_id ORDER BY ${inOrder("page")}`),
    params: [...params, limit, offset]
  },
  count: { text: dialect.numbered(`SELECT count(*) AS size FROM (${text}) AS listed`), params }
})

/** A budget of a row of the page. Of a scope to which nothing was charged, its record has the limit. */
const toBudget = (row: ScopeRows.Row, { organization_id }: BudgetList, now: number): BudgetInForce => {
  const window = Day.kinds[Number(row["period"])] ?? "lifetime"
  const ref = {
    organization_id,
    kind: ScopeKind.literals[Number(row["place"])],
    guardrail_id: row["guardrail"] === "" ? null : row["guardrail"],
    subject: row["owner"]
  }
  const terms = {
    ...unlimited,
    limits: { ...unlimited.limits, [window]: ScopeRows.toAmount(row["limit_usd"]) },
    include_byok: Boolean(row["includes_byok"])
  }
  // The types follow from the records that are selected.
  const scope = row["id"] === null ? emptyScope(0, ref as ScopeRef, terms, Day.of(now)) : ScopeRows.toScope(row)
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
        return { data: rows.map((row) => toBudget(row, list, now)), total_count: Number(size?.["size"] ?? 0) }
      })
    )
  }
