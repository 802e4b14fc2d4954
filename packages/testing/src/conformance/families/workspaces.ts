import type { Target } from "../Change.js"
import { badRequest, each, NOTHING, notFound } from "../Expectation.js"
import type { Given } from "../Given.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { bearer, json } from "../Sent.js"
import type { Family } from "../Subject.js"
import { filters } from "./filters.js"

const inWorkspace = ({ sending }: Given<Target>, id: string) => sending("workspace_id", JSON.stringify(id))

/** Creation in the given workspace, by default in the organization's default workspace. */
export const workspaces: Family = ({ asks, refuses, test }) => [
  asks(
    "a workspace",
    (given) => inWorkspace(given, given.account.WORKSPACE_ID),
    ({ account, shows }) => shows({ workspace_id: account.WORKSPACE_ID })
  ),
  test("without a workspace, the default one is used, not the key's own", async ({ account, ask, made, shows }) => {
    const { key } = await made.key({ management: true, workspace_id: account.WORKSPACE_ID })
    const { id } = await made.defaultWorkspace()
    await ask({ headers: { ...bearer(key), ...json } }, shows({ workspace_id: id }))
  }),
  refuses(
    "another organization's workspace",
    (given) => inWorkspace(given, given.account.OTHER_WORKSPACE_ID),
    notFound
  ),
  refuses("a workspace that does not exist", (given) => inWorkspace(given, UNKNOWN_UUID), notFound),
  refuses("a workspace that is not a UUID", (given) => inWorkspace(given, "default"), badRequest)
]

/** A list of the records of one workspace: at least so many. */
export const ofWorkspace =
  (least = 0): Family =>
  (subject) => [
    // The example of a valid id is the one of no workspace.
    ...filters("workspace_id", UNKNOWN_UUID)(subject),
    subject.asks(
      "only those of a workspace",
      ({ account, path }) => ({ path: `${path}?workspace_id=${account.WORKSPACE_ID}` }),
      ({ account }) => each({ workspace_id: account.WORKSPACE_ID }, least)
    ),
    subject.asks(
      "none of another organization's workspace",
      ({ account, path }) => ({ path: `${path}?workspace_id=${account.OTHER_WORKSPACE_ID}` }),
      NOTHING
    )
  ]
