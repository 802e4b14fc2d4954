import { badRequest } from "../Expectation.js"
import { selections, similarIds } from "../selections.js"
import { members as list, unassigned } from "./assignees.js"
import { given, guardrailId } from "./guardrail.js"

export const unassignMembers = selections(
  "unassignMembers",
  {
    ids: { ...guardrailId, malformed: badRequest },
    list,
    given: (run) => given(run).own,
    fresh: async ({ made }) => {
      const { guardrail, user } = await made.guardrailOfMember()
      return { own: guardrail, selected: user }
    },
    counts: unassigned
  },
  similarIds({ list, counts: unassigned })
)
