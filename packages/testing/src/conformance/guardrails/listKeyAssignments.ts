import { is, NOTHING, reads } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { assignmentsOf, given, guardrailId } from "./guardrail.js"

export const listKeyAssignments = lists(
  "listKeyAssignments",
  { ids: guardrailId, given, page: page("-created_at", "id") },
  ({ test }) => [
    test("an assigned key is listed", async ({ api, made }) => {
      const { guardrail, hash } = await made.guardrailOfKey()
      const one = { "data.0.guardrail_id": guardrail, "data.0.key_hash": hash, "data.0.key_name": "Temporary" }
      await api.get(assignmentsOf(guardrail, "keys"), reads({ ...one, "data.length": 1, total_count: 1 }))
    }),
    test("a deleted key is not listed", async ({ api, made }) => {
      const { guardrail, hash } = await made.guardrailOfKey()
      await api.delete(`/keys/${hash}`, is(200))
      await api.get(assignmentsOf(guardrail, "keys"), NOTHING)
    })
  ]
)
