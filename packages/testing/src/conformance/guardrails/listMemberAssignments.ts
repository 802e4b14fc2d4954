import { reads } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { assignmentsOf, given, guardrailId } from "./guardrail.js"

export const listMemberAssignments = lists(
  "listMemberAssignments",
  { ids: guardrailId, given, page: page("-created_at", "id") },
  ({ test }) => [
    test("an assigned member is listed", async ({ api, made }) => {
      const { guardrail, user } = await made.guardrailOfMember()
      const one = { "data.0.guardrail_id": guardrail, "data.0.user_id": user, "data.length": 1, total_count: 1 }
      await api.get(assignmentsOf(guardrail, "members"), reads(one))
    })
  ]
)
