import { about, sparing } from "../about.js"
import { notFound, ok } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { general } from "../families/general.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asManager, asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { budget, budgetOf, budgets, budgetsOf, OWN, otherIntervals, THEIRS } from "./budget.js"

const deleted = ok({ deleted: true })
const setup = ["workspace-budgeted"] as const
const again: CaseRequest = { method: "DELETE", path: budgetOf(OWN), headers: asManager }
const unknown = budgetOf(UNKNOWN_UUID)

const deletion: Family = ({ asks, request, spares, succeeds }) => [
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
            headers: { ...asManager, "Content-Type": "application/json" },
            body: '{"limit_usd":1}'
          },
          expect: budget({ interval: "daily" })
        }
      ],
      follow: [{ request: get(budgetsOf(OWN)), expect: budgets({ interval: "daily", limit_usd: 1 }) }]
    }
  ),
  spares("an interval without a budget", { path: budgetOf(OWN, "weekly") }, notFound, { basis: "spec" }),
  ...otherIntervals.map((interval) => spares(`interval: not ${interval}`, { path: budgetOf(OWN, interval) }, notFound)),
  asks(
    "of concurrent deletions, one succeeds",
    { concurrent: 10 },
    { ...deleted, tally: { "200": 1, "404": 9 } },
    { basis: "derived", setup }
  ),
  asks("rate limit: an unknown id counts", { path: unknown }, limited, {
    setup: [`rate-limit:${LIMIT}`],
    before: [{ request: { ...request({ path: unknown }), repeat: LIMIT }, expect: notFound }],
    follow: [{ request: get("/presets"), expect: { status: 200 } }]
  })
]

export const deleteWorkspaceBudget = about(
  "deleteWorkspaceBudget",
  {
    path: { id: OWN, interval: "monthly" },
    success: { expect: deleted, setup, follow: [{ request: again, expect: notFound }] }
  },
  sparing(general),
  sparing(
    uuids({
      own: OWN,
      theirs: THEIRS,
      untouched: { request: get(budgetsOf(THEIRS), asOther), expect: budgets() }
    })
  ),
  deletion
)
