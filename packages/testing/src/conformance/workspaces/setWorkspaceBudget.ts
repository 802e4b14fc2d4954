import type { Identified } from "../Change.js"
import { badRequest, notFound, refusedFor } from "../Expectation.js"
import { positive } from "../families/amounts.js"
import { namedByIssue, not } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { type Given, setting, type Way } from "../Given.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Run } from "../Run.js"
import { body, get } from "../Sent.js"
import { about, all, type Cases, type Family, isolated, Subject } from "../Subject.js"
import { budget, budgetOf, budgets, budgetsOf, otherIntervals } from "./budget.js"
import { bySlug, given, otherSlugs, workspaceId } from "./slugs.js"

type Workspace = Given<Identified>

const limit = (limit_usd: number) => body({ limit_usd })

const limits: Family = (subject) => [
  ...positive.good.map(([name, sent, value]) => {
    const spent = { spent_usd: 0, held_usd: 0, unknown_usd: 0 }
    const shown = { interval: "monthly", limit_usd: value, remaining_usd: value, ...spent }
    return subject.keeps(`limit_usd: ${name}`, setting("limit_usd", sent), budget(shown), budgets(shown))
  }),
  ...not("limit_usd", ...positive.bad)(subject),
  ...namedByIssue("limit_usd")(subject),
  subject.refuses("no limit", { body: "{}" }, badRequest)
]

const set = ({ api, own }: Workspace, interval: string, limit_usd: number) =>
  api.put(budgetOf(own, interval), { limit_usd }, budget({ interval, limit_usd }))

const outOfOrder = [
  ["daily", 10],
  ["daily", 10.5],
  ["monthly", 10],
  ["monthly", 9.5],
  ["lifetime", 9.5]
] as const

const order: Cases<Identified> = ({ testIdle }) => [
  ...outOfOrder.map(([interval, limit_usd]) =>
    testIdle(`no ${interval} limit of ${limit_usd} beside a weekly one of 10`, async (given) => {
      const { api, own } = given
      await set(given, "weekly", 10)
      await api.put(budgetOf(own, interval), { limit_usd }, refusedFor("budget_out_of_order", "limit_usd"))
      await api.get(budgetsOf(own), budgets({ interval: "weekly", limit_usd: 10 }))
    })
  ),
  testIdle("a changed limit replaces the one before", async (given) => {
    await set(given, "monthly", 5)
    await given.ask(limit(7), budget({ limit_usd: 7, remaining_usd: 7 }))
    await given.shown(budgets({ interval: "monthly", limit_usd: 7 }))
  }),
  testIdle("concurrent requests set it once", async ({ api, request, shown }) => {
    await api.together(10, request(limit(7)), budget({ limit_usd: 7 }), { 200: 10 })
    await shown(budgets({ interval: "monthly", limit_usd: 7 }))
  })
]

const intervals: Family = ({ refuses }) =>
  otherIntervals.map((interval) =>
    refuses(
      `interval: not ${interval}`,
      ({ own }) => ({ path: budgetOf(own, interval) }),
      refusedFor("invalid_input", "interval")
    )
  )

/** The workspace has the budget already, so that success changes nothing. */
const way: Way<Identified> = {
  ids: { ...workspaceId, untouched: ({ api, other }, theirs) => api.get(budgetsOf(theirs), budgets(), other) },
  path: () => ({ interval: "monthly" }),
  given,
  fresh: async ({ made }) => ({ own: await made.workspaceOfBudget() }),
  body: () => limit(100).body,
  expect: () => budget({ interval: "monthly", limit_usd: 100 }),
  invalid: limit(0),
  reading: ({ own, run }) => ({ sent: get(budgetsOf(own), run.manager) })
}

/** The same family in a workspace without budgets. */
const inFreshWorkspace = (family: Cases<Identified>): Cases<Identified> => {
  const fresh = async ({ made }: Run) => ({ own: await made.workspace() })
  return () => family(new Subject("setWorkspaceBudget", { ...way, given: fresh, fresh }))
}

export const setWorkspaceBudget = about(
  "setWorkspaceBudget",
  way,
  general,
  ids,
  // A budget of the default workspace would limit the holds of other cases.
  isolated(bySlug(budget())),
  otherSlugs,
  inFreshWorkspace(unknownFields({ spent_usd: "0", remaining_usd: "0", interval: '"daily"' })),
  rateLimit,
  inFreshWorkspace(all<Identified>(limits, order, intervals)),
  ({ refuses }) => [
    refuses("an unknown workspace and no interval", { path: budgetOf(UNKNOWN_UUID, "yearly") }, notFound)
  ]
)
