import { reads } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"

export const listAllMemberAssignments = lists(
  "listAllMemberAssignments",
  { page: page("-created_at", "id") },
  ({ test }) => [
    test("the newest assignment of any guardrail is listed first", async ({ api, made, path }) => {
      const { guardrail, user } = await made.guardrailOfMember()
      const newest = { "data.0.guardrail_id": guardrail, "data.0.user_id": user, "data.length": 1 }
      await api.get(`${path}?limit=1`, reads(newest))
    })
  ]
)
