import { reads } from "../Expectation.js"
import type { Cases } from "../Subject.js"
import { type Selected, selections, similarIds } from "../selections.js"
import { assigned, members as list } from "./assignees.js"
import { assignmentsOf, given, guardrailId } from "./guardrail.js"

const size = (total_count: number) => reads({ total_count })
const listed = (own: string) => assignmentsOf(own, "members")

const moves: Cases<Selected> = ({ test }) => [
  test("a member moves from another guardrail of the workspace", async ({ api, made }) => {
    const { guardrail, user } = await made.guardrailOfMember()
    const other = await made.guardrail({ name: "The other" })
    await api.get(listed(guardrail), size(1))
    await api.post(listed(other), { member_user_ids: [user] }, assigned(1))
    await api.get(listed(other), size(1))
    await api.get(listed(guardrail), size(0))
  })
]

export const assignMembers = selections(
  "assignMembers",
  {
    ids: { ...guardrailId, untouched: ({ api, other }, theirs) => api.get(listed(theirs), size(0), other) },
    list,
    given: (run) => given(run).own,
    fresh: async ({ made }) => ({ own: await made.guardrail(), selected: await made.member() }),
    counts: assigned,
    listed
  },
  similarIds({ list, counts: assigned }),
  moves
)
