import type { Identified } from "../Change.js"
import { deletions } from "../deletions.js"
import { notFound, ok } from "../Expectation.js"
import type { Cases } from "../Subject.js"
import { budget, budgetOf, budgets, budgetsOf, otherIntervals } from "./budget.js"
import { workspaceId } from "./slugs.js"

const done = ok({ deleted: true })

const intervals: Cases<Identified> = ({ spares, test }) => [
  test("it is not listed afterwards", async ({ api, own, path }) => {
    await api.delete(path, done)
    await api.get(budgetsOf(own), budgets())
  }),
  test("another interval keeps its budget", async ({ api, own, path }) => {
    await api.put(budgetOf(own, "daily"), { limit_usd: 1 }, budget({ interval: "daily" }))
    await api.delete(path, done)
    await api.get(budgetsOf(own), budgets({ interval: "daily", limit_usd: 1 }))
  }),
  spares("an interval without a budget", ({ own }) => ({ path: budgetOf(own, "weekly") }), notFound),
  ...otherIntervals.map((interval) =>
    spares(`interval: not ${interval}`, ({ own }) => ({ path: budgetOf(own, interval) }), notFound)
  )
]

export const deleteWorkspaceBudget = deletions(
  "deleteWorkspaceBudget",
  {
    ids: { ...workspaceId, untouched: ({ api, other }, theirs) => api.get(budgetsOf(theirs), budgets(), other) },
    path: () => ({ interval: "monthly" }),
    fresh: async ({ made }) => ({ own: await made.workspaceOfBudget() })
  },
  intervals
)
