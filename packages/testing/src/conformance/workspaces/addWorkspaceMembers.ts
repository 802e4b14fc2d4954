import { type Expectation, ok, reads, within } from "../Expectation.js"
import { type Selected, selections, similarIds } from "../selections.js"
import { given, slugs, workspaceId } from "./slugs.js"

const list = { name: "user_ids", most: 100 }
const membersOf = (own: string) => `/workspaces/${own}/members`
const nobody = ok({ added_count: 0, data: [] })

const added = (count: 0 | 1, { own, selected }: Selected): Expectation =>
  count === 0
    ? nobody
    : reads({
        added_count: 1,
        "data.length": 1,
        ...within("data.0", { workspace_id: own, user_id: selected, role: "member" })
      })

export const addWorkspaceMembers = selections(
  "addWorkspaceMembers",
  {
    ids: {
      ...workspaceId,
      untouched: ({ api, other }, theirs) => api.get(membersOf(theirs), reads({ total_count: 0 }), other)
    },
    list,
    given: (run) => given(run).own,
    fresh: async ({ made }) => ({ selected: await made.member(), own: await made.workspace() }),
    counts: added,
    listed: membersOf,
    unknown: { role: '"admin"', member_user_ids: '["ada"]' }
  },
  slugs(nobody),
  similarIds({ list, counts: added }),
  ({ test }) => [test("every user is already in the default workspace", ({ ask, at }) => ask(at("default"), nobody))]
)
