import { TIME } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, type Family } from "../Subject.js"
import { anyBudgets, budget, budgetOf, budgets, budgetsOf } from "./budget.js"
import { given, slugs, workspaceId } from "./slugs.js"

const unspent = { boost_usd: 0, spent_usd: 0, held_usd: 0, unknown_usd: 0 }

const rows: Family = ({ test }) => [
  test("a new workspace has none", async ({ api, made }) => {
    await api.get(budgetsOf(await made.workspace()), budgets())
  }),
  test("from the shortest interval to the longest, whatever order they were set in", async ({ api, made }) => {
    const id = await made.workspace()
    for (const [interval, limit_usd] of Object.entries({ lifetime: 4, daily: 1, monthly: 3, weekly: 2 })) {
      await api.put(budgetOf(id, interval), { limit_usd }, budget({ interval, limit_usd }))
    }
    await api.get(
      budgetsOf(id),
      budgets(
        { ...unspent, interval: "daily", limit_usd: 1, remaining_usd: 1, resets_at: TIME },
        { ...unspent, interval: "weekly", limit_usd: 2, remaining_usd: 2, resets_at: TIME },
        { ...unspent, interval: "monthly", limit_usd: 3, remaining_usd: 3, resets_at: TIME },
        { ...unspent, interval: "lifetime", limit_usd: 4, remaining_usd: 4, resets_at: null }
      )
    )
  })
]

export const listWorkspaceBudgets = about(
  "listWorkspaceBudgets",
  { ids: workspaceId, given, expect: () => anyBudgets },
  general,
  ids,
  slugs(anyBudgets),
  rateLimit,
  rows
)
