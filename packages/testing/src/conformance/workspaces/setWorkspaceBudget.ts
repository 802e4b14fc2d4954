import { about, asking, supplied } from "../about.js"
import { badRequest, notFound } from "../answers.js"
import { positive } from "../families/amounts.js"
import { namedByIssue, not } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { asOther, get } from "../requests.js"
import { all, type Family, type Success } from "../Subject.js"
import { budget, budgetOf, budgets, budgetsOf, OWN, otherIntervals, THEIRS } from "./budget.js"
import { slugs, workspaceId } from "./slugs.js"

const limit = (limit_usd: number) => ({ body: JSON.stringify({ limit_usd }) })
const refused = (reason: string, path: string) => ({
  ...badRequest,
  json: { "error.metadata.reason": reason, "error.metadata.issues.0.path": [path] }
})

const limits: Family = (subject) => {
  const { keeps, refuses, sending } = subject
  return [
    ...positive.good.map(([name, sent, value]) => {
      const shown = {
        interval: "monthly",
        limit_usd: value,
        spent_usd: 0,
        held_usd: 0,
        unknown_usd: 0,
        remaining_usd: value
      }
      return keeps(`limit_usd: ${name}`, sending("limit_usd", sent), budget(shown), budgets(shown))
    }),
    ...not("limit_usd", ...positive.bad)(subject),
    ...namedByIssue("limit_usd")(subject),
    refuses("no limit", { body: "{}" }, badRequest)
  ]
}

const order: Family = ({ asks, refuses, request }) => {
  const set = (interval: string, usd: number) => ({
    request: request({ path: budgetOf(OWN, interval), ...limit(usd) }),
    expect: budget({ interval, limit_usd: usd })
  })
  const before = [set("weekly", 10)]
  const follow = [{ request: get(budgetsOf(OWN)), expect: budgets({ interval: "weekly", limit_usd: 10 }) }]
  return [
    ...(
      [
        ["daily", 10],
        ["daily", 10.5],
        ["monthly", 10],
        ["monthly", 9.5],
        ["lifetime", 9.5]
      ] as const
    ).map(([interval, usd]) =>
      refuses(
        `no ${interval} limit of ${usd} beside a weekly one of 10`,
        { path: budgetOf(OWN, interval), ...limit(usd) },
        refused("budget_out_of_order", "limit_usd"),
        { basis: "spec", before, follow }
      )
    ),
    asks("a changed limit replaces the one before", limit(7), budget({ limit_usd: 7, remaining_usd: 7 }), {
      basis: "spec",
      before: [set("monthly", 5)],
      follow: [{ request: get(budgetsOf(OWN)), expect: budgets({ interval: "monthly", limit_usd: 7 }) }]
    }),
    asks(
      "concurrent requests set it once",
      { ...limit(7), concurrent: 10 },
      { ...budget({ limit_usd: 7 }), tally: { "200": 10 } },
      {
        basis: "derived",
        follow: [{ request: get(budgetsOf(OWN)), expect: budgets({ interval: "monthly", limit_usd: 7 }) }]
      }
    )
  ]
}

const intervals: Family = ({ refuses }) =>
  otherIntervals.map((interval) =>
    refuses(`interval: not ${interval}`, { path: budgetOf(OWN, interval) }, refused("invalid_input", "interval"))
  )

/** The workspace has the budget already, so that success changes nothing. */
const success: Success = {
  ...limit(100),
  setup: ["workspace-budgeted"],
  expect: budget({ interval: "monthly", limit_usd: 100 })
}

/** The same family in a workspace without budgets. */
const inFreshWorkspace = (family: Family) => asking({ ...success, setup: ["workspace-fresh"] }, supplied(family))

/** The same family on servers of their own: a budget of the default workspace would limit the holds of other cases. */
const isolated =
  (family: Family): Family =>
  (subject) =>
    family({
      ...subject,
      asks: (name, change, expect, details) => subject.asks(name, change, expect, { setup: ["isolate"], ...details })
    })

export const setWorkspaceBudget = about(
  "setWorkspaceBudget",
  {
    ids: { ...workspaceId, untouched: { request: get(budgetsOf(THEIRS), asOther), expect: budgets() } },
    path: { interval: "monthly" },
    success,
    invalid: limit(0),
    reading: { request: get(budgetsOf(OWN)), except: [] }
  },
  general,
  ids,
  isolated(slugs(budget())),
  inFreshWorkspace(unknownFields({ spent_usd: "0", remaining_usd: "0", interval: '"daily"' })),
  rateLimit,
  inFreshWorkspace(all(limits, order, intervals)),
  ({ refuses }) => [
    refuses("an unknown workspace and no interval", { path: budgetOf(UNKNOWN_UUID, "yearly") }, notFound)
  ]
)
