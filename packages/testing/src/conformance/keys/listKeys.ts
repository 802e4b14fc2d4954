import { badRequest, each, is, NOTHING, reads, rowsOf } from "../Expectation.js"
import { flags } from "../families/filters.js"
import { inOrder, page } from "../families/paging.js"
import { ofWorkspace } from "../families/workspaces.js"
import { lists } from "../lists.js"
import { freshName } from "../Made.js"
import { json } from "../Sent.js"
import type { Family } from "../Subject.js"

const which: Family = ({ asks, test }) => [
  test("100 by default", async ({ run }) => {
    const { api, manager } = await run.isolated()
    const one = { method: "POST", path: "/keys", headers: { ...manager, ...json }, body: '{"name":"One of many"}' }
    await api.repeat(101, one, is(201))
    await api.get("/keys", reads({ "data.length": 100 }))
  }),
  asks("only enabled keys", { path: "/keys?include_disabled=false" }, each({ disabled: false }))
]

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

const sorted = (order: string) => ({
  status: 200,
  check: (body: unknown) =>
    rowsOf(body).length > 1 && inOrder(rowsOf(body), order) ? [] : [`body.data is not by ${order}, or too short`]
})

const searches: Family = ({ asks, test, refuses, succeeds }) => [
  ...["hash_prefix", "name", "q", "sort"].map((name) =>
    succeeds(`${name}: null counts as omitted`, { path: `/keys?${name}=null` })
  ),
  ...invalid.map((query) => refuses(`not ${query}`, { path: `/keys?${query}` }, badRequest)),
  test("q finds a key by a part of its external id", async ({ api, made }) => {
    const name = freshName()
    await made.key({ external_id: name })
    await api.get(`/keys?q=${name}&sort=name`, reads({ "data.0.external_id": name, total_count: 1 }))
    await api.get(`/keys?q=${name}&offset=1`, reads({ data: [], total_count: 1 }))
  }),
  ...["created_at", "name", "-name"].map((order) =>
    asks(`sort=${order}`, { path: `/keys?sort=${order}` }, sorted(order))
  ),
  test("hash_prefix finds a key by its hash", async ({ api, made }) => {
    const { hash } = await made.key()
    await api.get(`/keys?hash_prefix=${hash}`, reads({ "data.0.hash": hash, total_count: 1 }))
  }),
  test("name finds a key by its whole name", async ({ api, made }) => {
    const name = freshName()
    await made.key({ name })
    await api.get(`/keys?name=${name}`, reads({ "data.0.name": name, total_count: 1 }))
  }),
  asks("q finds nothing", { path: "/keys?q=no-such-key" }, NOTHING)
]

export const listKeys = lists(
  "listKeys",
  { page: page("-created_at", "hash"), standard: 100 },
  ofWorkspace(1),
  flags("include_disabled", true),
  which,
  searches
)
