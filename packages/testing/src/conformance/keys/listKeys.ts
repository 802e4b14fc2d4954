import { badRequest, reads } from "../answers.js"
import { flags } from "../families/filters.js"
import { page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import { get, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { ONE_NAMED } from "./details.js"

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

const found = { status: 200, json: { "data.0.external_id": "{FRESH_NAME}", total_count: 1 } }
const invalid = [
  "hash_prefix=0123456",
  "hash_prefix=0123456G",
  "hash_prefix=ABCDEF01",
  "name=",
  "name=%00",
  "q=",
  "q=%00",
  "q=a&q=b",
  "sort",
  "sort=Name",
  "sort=usage",
  "sort=name&sort=name"
]

const searches: Family = ({ asks, refuses, succeeds }) => [
  ...["hash_prefix", "name", "q", "sort"].map((name) =>
    succeeds(`${name}: null counts as omitted`, { path: `/keys?${name}=null` })
  ),
  ...invalid.map((query) => refuses(`not ${query}`, { path: `/keys?${query}` }, badRequest)),
  asks("q finds a key by a part of its external id", { path: "/keys?q={FRESH_NAME}&sort=name" }, found, {
    basis: "spec",
    setup: ["name-fresh"],
    before: [ONE_NAMED],
    follow: [{ request: get("/keys?q={FRESH_NAME}&offset=1"), expect: reads({ data: [], total_count: 1 }) }]
  }),
  ...Object.entries({ created_at: "created_at", name: "name", "-name": "-name" }).map(([sort, order]) =>
    asks(`sort=${sort}`, { path: `/keys?sort=${sort}` }, reads({ data: { $min: 2, $order: [order] } }), {
      basis: "spec"
    })
  ),
  asks(
    "hash_prefix finds a key by its hash",
    { path: "/keys?hash_prefix={FRESH_KEY_HASH}" },
    { status: 200, json: { "data.0.hash": "{FRESH_KEY_HASH}", total_count: 1 } },
    { basis: "spec", setup: ["key-fresh"] }
  ),
  asks(
    "name finds a key by its whole name",
    { path: "/keys?name={FRESH_NAME}" },
    { status: 200, json: { "data.0.name": "{FRESH_NAME}", total_count: 1 } },
    {
      basis: "spec",
      setup: ["name-fresh"],
      before: [{ request: post("/keys", '{"name":"{FRESH_NAME}"}'), expect: { status: 201 } }]
    }
  ),
  asks("q finds nothing", { path: "/keys?q=no-such-key" }, reads({ data: [], total_count: 0 }))
]

export const listKeys = lists(
  "listKeys",
  { page: page("ApiKey", "-created_at", "hash"), standard: 100 },
  ofWorkspace("ApiKey", 1),
  flags("include_disabled", true),
  which,
  searches
)
