import { reads } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"

export const listAllKeyAssignments = lists("listAllKeyAssignments", { page: page("-created_at", "id") }, ({ test }) => [
  test("the newest assignment of any guardrail is listed first", async ({ api, made, path }) => {
    const { guardrail, hash } = await made.guardrailOfKey()
    const newest = { "data.0.guardrail_id": guardrail, "data.0.key_hash": hash, "data.0.key_name": "Temporary" }
    await api.get(`${path}?limit=1`, reads({ ...newest, "data.length": 1 }))
  })
])
