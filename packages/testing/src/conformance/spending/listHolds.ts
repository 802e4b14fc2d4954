import { each, forbidden, NOTHING } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

/** A page of holds. Those that were opened in the same millisecond are in the order of their ids. */
const holds = page("-opened_at")
const hash = "0".repeat(64)

const which: Family = ({ asks, test }) => [
  asks("a gateway key reads them too", ({ by, run }) => by(run.gateway), holds(50)),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden),
  test("only those in a state", async ({ api, made }) => {
    await made.hold()
    await api.get("/holds?state=open&limit=5", each({ state: "open" }))
  }),
  test("only those of a key", async ({ api, made }) => {
    const { hash } = await made.holdAlone()
    await api.get(`/holds?key_hash=${hash}`, each({ key_hash: hash }))
  }),
  test("only those of a workspace", async ({ api, made }) => {
    const { workspace } = await made.holdAlone()
    await api.get(`/holds?workspace_id=${workspace}&limit=5`, each({ workspace_id: workspace }))
  }),
  asks("none of an unknown key", { path: `/holds?key_hash=${hash}` }, NOTHING),
  asks(
    "none of another organization's key",
    ({ account }) => ({ path: `/holds?key_hash=${account.OTHER_KEY_HASH}` }),
    NOTHING
  ),
  asks(
    "none of another organization's key, for a gateway key",
    ({ account, by, run }) => ({ path: `/holds?key_hash=${account.PLAIN_KEY_HASH}`, ...by(run.otherGateway) }),
    NOTHING
  ),
  asks(
    "none of another organization's workspace",
    ({ account }) => ({ path: `/holds?workspace_id=${account.OTHER_WORKSPACE_ID}` }),
    NOTHING
  ),
  asks("none of an unknown process", { path: "/holds?instance=nobody" }, NOTHING)
]

export const listHolds = lists(
  "listHolds",
  { page: holds },
  filters("workspace_id", UNKNOWN_UUID),
  filters("key_hash", hash, "A".repeat(64), "0".repeat(63)),
  filters("state", "open", "OPEN", "closed"),
  filters("flag", "late", "LATE", "settled"),
  which
)
