import { badRequest, notFound } from "../answers.js"
import type { Expectation } from "../Case.js"
import { asManager, bearer, get, json } from "../requests.js"
import type { Change, Family } from "../Subject.js"

type Fields = Readonly<Record<string, unknown>>

const manager = '{"name":"A manager elsewhere","management":true,"workspace_id":"{WORKSPACE_ID}"}'

/** Creation in the given workspace, by default in the organization's default workspace. */
export const workspaces =
  (body: (fields: Fields) => Change, shows: (fields: Fields) => Expectation): Family =>
  ({ asks, refuses }) => [
    asks("a workspace", body({ workspace_id: "{WORKSPACE_ID}" }), shows({ workspace_id: "{WORKSPACE_ID}" })),
    asks(
      "without a workspace, the default one is used, not the key's own",
      { ...body({}), headers: { ...bearer("{MANAGER_ELSEWHERE}"), ...json } },
      shows({ workspace_id: "{DEFAULT_WORKSPACE_ID}" }),
      {
        basis: "decision",
        before: [
          {
            request: { method: "POST", path: "/keys", headers: { ...asManager, ...json }, body: manager },
            expect: { status: 201, save: { MANAGER_ELSEWHERE: "key" } }
          },
          {
            request: get("/workspaces/default"),
            expect: { status: 200, save: { DEFAULT_WORKSPACE_ID: "data.id" } }
          }
        ]
      }
    ),
    refuses("another organization's workspace", body({ workspace_id: "{OTHER_WORKSPACE_ID}" }), notFound),
    refuses(
      "a workspace that does not exist",
      body({ workspace_id: "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001" }),
      notFound
    ),
    refuses("a workspace that is not a UUID", body({ workspace_id: "default" }), badRequest)
  ]
