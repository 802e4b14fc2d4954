import {
  badRequest,
  type Expectation,
  each,
  forbidden,
  isRecord,
  NOTHING,
  notFound,
  reads,
  rowsOf
} from "../Expectation.js"
import { filters } from "../families/filters.js"
import { inOrder } from "../families/paging.js"
import { querying } from "../Given.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

const charged = (row: unknown) => (isRecord(row) ? [{ at: row["last_charged_at"] ?? row["created_at"] }] : [])

/** A page of runs. */
const runs = (most: number): Expectation => ({
  status: 200,
  check: (body) => [
    ...(rowsOf(body).length <= most ? [] : [`body.data has more than ${most} items`]),
    ...(inOrder(rowsOf(body).flatMap(charged), "-at") ? [] : ["body.data is not by the time of the latest request"])
  ]
})

const which: Family = ({ asks, test }) => [
  asks("a gateway key reads them too", ({ by, run }) => by(run.gateway), runs(50)),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden),
  test("only those in a state", async ({ api }) => {
    await api.get("/runs?state=stopped&limit=5", each({ state: "stopped" }))
    await api.get("/runs?state=open&limit=5", each({ state: "open" }))
  }),
  test("only those directly below one", async ({ api, made }) => {
    const outer = await made.run()
    const inner = await made.runBelow(outer, "b")
    await made.runBelow(inner, "c")
    await made.runBelow(outer, "a")
    const paths = { "data.0.path": `${outer}/a`, "data.1.path": `${outer}/b`, "data.1.children": 1, total_count: 2 }
    await api.get(`/runs?parent=${outer}`, reads(paths))
    await api.get(`/runs?parent=${inner}`, reads({ "data.0.path": `${outer}/b/c`, total_count: 1 }))
    await api.get(`/runs?parent=${inner}%2Fc`, NOTHING)
  }),
  test("only those of a workspace", async ({ api, made }) => {
    const [workspace, outer] = [await made.workspace(), await made.run()]
    await api.put(`/runs/${outer}`, { workspace_id: workspace }, { status: 201 })
    await api.get(`/runs?workspace_id=${workspace}`, reads({ "data.0.workspace_id": workspace, total_count: 1 }))
    await api.get(`/runs?workspace_id=${workspace}&parent=${outer}`, NOTHING)
  }),
  asks("none of an unknown run", querying("parent=no-such-run"), NOTHING),
  asks("none of an unknown workspace", querying(`workspace_id=${UNKNOWN_UUID}`), NOTHING),
  asks("a parent in an unknown workspace", querying(`parent=a&workspace_id=${UNKNOWN_UUID}`), notFound),
  asks(
    "none of another organization's workspace",
    ({ account }) => ({ path: `/runs?workspace_id=${account.OTHER_WORKSPACE_ID}` }),
    NOTHING
  ),
  asks("another organization than that of the key", querying(`organization_id=${UNKNOWN_UUID}`), badRequest),
  ...["", "..", "a%2F", "%2Fa", "a%20b"].map((parent) =>
    asks(`parent: not "${parent}"`, querying(`parent=${parent}`), {
      ...badRequest,
      json: { "error.metadata.issues.0.path": ["parent"] }
    })
  )
]

export const listRuns = lists(
  "listRuns",
  { page: runs },
  filters("workspace_id", UNKNOWN_UUID),
  filters("organization_id", UNKNOWN_UUID),
  filters("state", "open", "OPEN", "closed"),
  which
)
