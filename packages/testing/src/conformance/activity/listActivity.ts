import { badRequest, ok } from "../answers.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { bearer } from "../requests.js"
import type { Family } from "../Subject.js"
import { act, alone as setup } from "../spending/hold.js"

const rows = page("ActivityRow", "-day")
const asSpender = { headers: bearer("{HOLD_KEY}") }
const day = { $matches: "^\\d{4}-\\d\\d-\\d\\d$" }
const amounts = { requests: 1, cost: 0.125, byok_cost: 0, unknown: 0, input_tokens: 0, output_tokens: 0 }

const settled = {
  setup,
  before: [
    {
      request: act("settle", { cost: 0.125, credential_id: null, basis: "provider" }),
      expect: { status: 200 }
    }
  ]
} as const

const one = (row: object) => ok({ data: [row], total_count: 1 })

const groups: Family = ({ asks }) => [
  asks("an ordinary key sees its own requests, by day", asSpender, one({ day, ...amounts }), {
    ...settled,
    basis: "spec"
  }),
  asks(
    "in every group",
    { path: "/activity?group_by=day,model,provider,key,user,workspace,basis,label:team", ...asSpender },
    one({
      ...{
        day,
        model: "acme/writer",
        provider: null,
        key: "{HOLD_KEY_HASH}",
        key_name: "Temporary",
        user: { $type: "string" }
      },
      ...{
        workspace: "{HOLD_WORKSPACE_ID}",
        workspace_name: { $type: "string" },
        basis: "provider",
        labels: { team: null },
        ...amounts
      }
    }),
    { ...settled, basis: "spec" }
  ),
  asks(
    "an unknown outcome counts with its amount",
    { path: "/activity?group_by=model", ...asSpender },
    one({ model: "acme/writer", ...amounts, cost: 0, unknown: 0.25 }),
    { setup, before: [{ request: act("unknown"), expect: { status: 200 } }], basis: "spec" }
  ),
  asks("an open hold is no part of it", asSpender, ok({ data: [], total_count: 0 }), { setup, basis: "spec" }),
  asks(
    "nothing on other days",
    { path: "/activity?from=2020-01-01&to=2020-12-31", ...asSpender },
    ok({ data: [], total_count: 0 }),
    { ...settled, basis: "spec" }
  )
]

const csv: Family = ({ asks, path }) => [
  asks(
    "as CSV, in which no text is a formula",
    {
      path: `${path}?group_by=key,label:team`,
      headers: { ...asSpender.headers, Accept: "text/csv" }
    },
    {
      status: 200,
      headers: { "content-type": { $matches: "^text/csv" }, vary: { $includes: "Accept" } },
      text: "key,key_name,label:team,requests,cost,byok_cost,unknown,input_tokens,output_tokens\r\n{HOLD_KEY_HASH},Temporary,,1,0.125,0,0,0,0\r\n"
    },
    { ...settled, basis: "spec" }
  )
]

const days: Family = ({ path, refuses, succeeds }) => [
  ...[
    "from=2026-05-02&to=2026-05-01",
    "from=2025-01-01&to=2026-01-02",
    "from=9999-12-31",
    "group_by=",
    "group_by=day,day",
    "group_by=day,",
    "group_by=team",
    "group_by=label:",
    "group_by=label:Team"
  ].map((query) => refuses(`not ${query}`, { path: `${path}?${query}` }, badRequest)),
  succeeds("group_by: null counts as omitted", { path: `${path}?group_by=null` })
]

export const listActivity = lists(
  "listActivity",
  { page: rows, standard: 100 },
  filters("from", "2026-05-01", "2026-13-01", "2026-02-30", "26-05-01", "2026-05-01T00:00:00Z"),
  filters("to", "9999-12-31", "2026-5-1", "today"),
  days,
  groups,
  csv
)
