import { notFound } from "../answers.js"
import { deletions } from "../deletions.js"
import { asManager, asOther, get, json } from "../requests.js"
import type { Family } from "../Subject.js"
import { budget, budgetOf, budgets, budgetsOf, OWN, otherIntervals, THEIRS } from "./budget.js"
import { workspaceId } from "./slugs.js"

const intervals: Family = ({ request, spares, succeeds }) => [
  succeeds(
    "it is not listed afterwards",
    {},
    { basis: "spec", follow: [{ request: get(budgetsOf(OWN)), expect: budgets() }] }
  ),
  succeeds(
    "another interval keeps its budget",
    {},
    {
      before: [
        {
          request: {
            ...request(),
            method: "PUT",
            path: budgetOf(OWN, "daily"),
            headers: { ...asManager, ...json },
            body: '{"limit_usd":1}'
          },
          expect: budget({ interval: "daily" })
        }
      ],
      follow: [{ request: get(budgetsOf(OWN)), expect: budgets({ interval: "daily", limit_usd: 1 }) }]
    }
  ),
  spares("an interval without a budget", { path: budgetOf(OWN, "weekly") }, notFound, { basis: "spec" }),
  ...otherIntervals.map((interval) => spares(`interval: not ${interval}`, { path: budgetOf(OWN, interval) }, notFound))
]

const untouched = { request: get(budgetsOf(THEIRS), asOther), expect: budgets() }

export const deleteWorkspaceBudget = deletions(
  "deleteWorkspaceBudget",
  { ids: { ...workspaceId, untouched }, path: { interval: "monthly" }, setup: ["workspace-budgeted"] },
  intervals
)
