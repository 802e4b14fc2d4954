import { about } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import type { Family } from "../Subject.js"
import { anyBudgets, budget, budgetOf, budgets, OWN } from "./budget.js"
import { slugs, workspaceId } from "./slugs.js"

const rows: Family = ({ asks, request }) => {
  const set = (interval: string, limit: number) => ({
    request: {
      ...request(),
      method: "PUT",
      path: budgetOf(OWN, interval),
      headers: { ...request().headers, "Content-Type": "application/json" },
      body: JSON.stringify({ limit_usd: limit })
    },
    expect: budget({ interval, limit_usd: limit })
  })
  const unspent = { spent_usd: 0, held_usd: 0, unknown_usd: 0 }
  return [
    asks("a new workspace has none", {}, budgets(), { basis: "spec", setup: ["workspace-fresh"] }),
    asks(
      "from the shortest interval to the longest, whatever order they were set in",
      {},
      budgets(
        { ...unspent, interval: "daily", limit_usd: 1, remaining_usd: 1, resets_at: { $time: true } },
        { ...unspent, interval: "weekly", limit_usd: 2, remaining_usd: 2, resets_at: { $time: true } },
        { ...unspent, interval: "monthly", limit_usd: 3, remaining_usd: 3, resets_at: { $time: true } },
        { ...unspent, interval: "lifetime", limit_usd: 4, remaining_usd: 4, resets_at: null }
      ),
      {
        basis: "spec",
        setup: ["workspace-fresh"],
        before: [set("lifetime", 4), set("daily", 1), set("monthly", 3), set("weekly", 2)]
      }
    )
  ]
}

export const listWorkspaceBudgets = about(
  "listWorkspaceBudgets",
  { ids: workspaceId, success: { expect: anyBudgets } },
  general,
  ids,
  slugs(anyBudgets),
  rateLimit,
  rows
)
