import * as Schema from "effect/Schema"
import { type Expectation, each, TIME, UUID } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { given, slugs, workspaceId } from "./slugs.js"

const uuid = Schema.String.pipe(Schema.pattern(UUID))

/** The whole body, as it must be whatever the contract's own schema says. */
const Whole = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: uuid,
      user_id: Schema.String,
      workspace_id: uuid,
      role: Schema.Literal("admin", "member"),
      created_at: Schema.String.pipe(Schema.pattern(TIME))
    })
  ),
  total_count: Schema.Int
})

const members = (most: number): Expectation => ({ ...page("created_at", "id")(most), body: Whole })

const workspaces: Family = ({ asks, test }) => [
  asks("rows contain the UUID of the workspace", {}, ({ own }) => each({ workspace_id: own }, 0)),
  test("the other organization's management key reads its own", ({ account, api, run }) =>
    api.get(`/workspaces/${account.OTHER_WORKSPACE_ID}/members`, members(50), run.other))
]

export const listWorkspaceMembers = lists(
  "listWorkspaceMembers",
  { ids: workspaceId, given, page: members },
  slugs(members(50)),
  workspaces
)
