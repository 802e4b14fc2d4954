import { badRequest, forbidden, notFound } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { querying } from "../Given.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { about, type Cases } from "../Subject.js"
import { given, runOf, runPath } from "./run.js"

const callers: Cases<{ readonly own: string }> = ({ asks, test }) => [
  asks(
    "a gateway key reads it too",
    ({ by, run }) => by(run.gateway),
    ({ expect }) => expect
  ),
  asks("a gateway key of another organization does not", ({ by, run }) => by(run.otherGateway), notFound),
  asks("an ordinary key does not", ({ by, run }) => by(run.plain), forbidden),
  asks(
    "in the workspace that is named",
    ({ account, path }) => ({ path: `${path}?workspace_id=${account.WORKSPACE_ID}` }),
    ({ expect }) => expect
  ),
  test("not in another workspace", async ({ api, made, path }) =>
    api.get(`${path}?workspace_id=${await made.workspace()}`, notFound)),
  asks("not in an unknown workspace", querying(`workspace_id=${UNKNOWN_UUID}`), notFound),
  asks(
    "not in another organization's workspace",
    ({ account, path }) => ({ path: `${path}?workspace_id=${account.OTHER_WORKSPACE_ID}` }),
    notFound
  ),
  asks("another organization than that of the key", querying(`organization_id=${UNKNOWN_UUID}`), {
    ...badRequest,
    json: { "error.metadata.issues.0.path": ["organization_id"] }
  })
]

export const getRun = about(
  "getRun",
  {
    ids: runPath,
    given,
    expect: ({ own }) => runOf(own, { state: "open", children: 0 }),
    invalid: { query: "?workspace_id=x" }
  },
  general,
  ids,
  rateLimit,
  filters("workspace_id", UNKNOWN_UUID),
  filters("organization_id", UNKNOWN_UUID),
  callers
)
