import { about } from "../about.js"
import { ok, reads } from "../answers.js"
import { filters, flags } from "../families/filters.js"
import { general } from "../families/general.js"
import { page, paging } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { asManager, json } from "../requests.js"
import type { Family } from "../Subject.js"

const keys = page("ApiKey", "-created_at", "hash")
const each = (fields: unknown) => reads({ data: { $min: 1, $each: { $shape: "ApiKey", $with: fields } } })

const many = {
  request: {
    method: "POST",
    path: "/keys",
    headers: { ...asManager, ...json },
    body: '{"name":"One of many"}',
    repeat: 101
  },
  expect: { status: 201 }
}

const which: Family = ({ asks }) => [
  asks("100 by default", {}, reads({ data: { $min: 100, $max: 100, $each: { $shape: "ApiKey" } } }), {
    basis: "decision",
    setup: ["isolate"],
    before: [many]
  }),
  asks("only enabled keys", { path: "/keys?include_disabled=false" }, each({ disabled: false })),
  asks(
    "only those of a workspace",
    { path: "/keys?workspace_id={WORKSPACE_ID}" },
    each({ workspace_id: "{WORKSPACE_ID}" })
  ),
  asks(
    "none of another organization's workspace",
    { path: "/keys?workspace_id={OTHER_WORKSPACE_ID}" },
    ok({ data: [], total_count: 0 })
  )
]

export const listKeys = about(
  "listKeys",
  { success: { expect: keys(100) }, invalid: { query: "?limit=0" } },
  general,
  paging(keys, 100),
  rateLimit({ theirsRead: keys(100) }),
  flags("include_disabled", true),
  filters("workspace_id", "{WORKSPACE_ID}"),
  which
)
