import { badRequest, notFound, ok, reads } from "../answers.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { bearer, get, json, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { filters } from "./filters.js"

const manager = '{"name":"A manager elsewhere","management":true,"workspace_id":"{WORKSPACE_ID}"}'

/** Creation in the given workspace, by default in the organization's default workspace. */
export const workspaces: Family = ({ asks, good, refuses, sending, shows }) => {
  const body = (id: string) => sending("workspace_id", JSON.stringify(id))
  return [
    asks("a workspace", body("{WORKSPACE_ID}"), shows({ workspace_id: "{WORKSPACE_ID}" })),
    asks(
      "without a workspace, the default one is used, not the key's own",
      { ...good, headers: { ...bearer("{MANAGER_ELSEWHERE}"), ...json } },
      shows({ workspace_id: "{DEFAULT_WORKSPACE_ID}" }),
      {
        basis: "decision",
        before: [
          {
            request: post("/keys", manager),
            expect: { status: 201, save: { MANAGER_ELSEWHERE: "key" } }
          },
          {
            request: get("/workspaces/default"),
            expect: { status: 200, save: { DEFAULT_WORKSPACE_ID: "data.id" } }
          }
        ]
      }
    ),
    refuses("another organization's workspace", body("{OTHER_WORKSPACE_ID}"), notFound),
    refuses("a workspace that does not exist", body(UNKNOWN_UUID), notFound),
    refuses("a workspace that is not a UUID", body("default"), badRequest)
  ]
}

/** A list of the records of one workspace: at least so many. */
export const ofWorkspace =
  (shape: string, least = 0): Family =>
  (subject) => {
    const { asks, path } = subject
    const of = (id: string) => ({ path: `${path}?workspace_id=${id}` })
    const records = { $min: least, $each: { $shape: shape, $with: { workspace_id: "{WORKSPACE_ID}" } } }
    return [
      ...filters("workspace_id", "{WORKSPACE_ID}")(subject),
      asks("only those of a workspace", of("{WORKSPACE_ID}"), reads({ data: records })),
      asks("none of another organization's workspace", of("{OTHER_WORKSPACE_ID}"), ok({ data: [], total_count: 0 }))
    ]
  }
