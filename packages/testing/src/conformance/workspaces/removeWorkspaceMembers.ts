import { NOTHING, ok, refusedFor } from "../Expectation.js"
import type { Cases } from "../Subject.js"
import { type Selected, selections, similarIds } from "../selections.js"
import { given, slugs, workspaceId } from "./slugs.js"

const list = { name: "user_ids", most: 100 }
const removed = (count: number) => ok({ removed_count: count })
const fixed = refusedFor("default_workspace_fixed")

const leaving: Cases<Selected> = ({ test }) => [
  test("the user is no member any more", async ({ api, own, succeed }) => {
    await succeed()
    await api.get(`/workspaces/${own}/members`, NOTHING)
  }),
  test("nobody leaves the default workspace, also by its UUID", async ({ ask, at, made }) => {
    await ask(at((await made.defaultWorkspace()).id), fixed)
  })
]

export const removeWorkspaceMembers = selections(
  "removeWorkspaceMembers",
  {
    ids: workspaceId,
    list,
    given: (run) => given(run).own,
    // Nobody leaves the account's own workspace there.
    limited: ({ made }) => made.workspace(),
    fresh: async ({ made }) => {
      const { user, workspace } = await made.workspaceOfMember()
      return { own: workspace, selected: user }
    },
    counts: removed,
    unknown: { role: '"admin"', member_user_ids: '["ada"]' }
  },
  slugs(fixed),
  similarIds({ list, counts: removed }),
  leaving
)
