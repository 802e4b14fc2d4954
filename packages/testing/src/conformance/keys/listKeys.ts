import { reads } from "../answers.js"
import { flags } from "../families/filters.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import { post } from "../requests.js"
import type { Family } from "../Subject.js"

const many = { request: { ...post("/keys", '{"name":"One of many"}'), repeat: 101 }, expect: { status: 201 } }

const which: Family = ({ asks }) => [
  asks("100 by default", {}, reads({ data: { $min: 100, $max: 100, $each: { $shape: "ApiKey" } } }), {
    basis: "decision",
    setup: ["isolate"],
    before: [many]
  }),
  asks(
    "only enabled keys",
    { path: "/keys?include_disabled=false" },
    reads({ data: { $min: 1, $each: { $shape: "ApiKey", $with: { disabled: false } } } })
  )
]

export const listKeys = lists(
  "listKeys",
  { page: page("ApiKey", "-created_at", "hash"), standard: 100 },
  ofWorkspace("ApiKey", 1),
  flags("include_disabled", true),
  which
)
