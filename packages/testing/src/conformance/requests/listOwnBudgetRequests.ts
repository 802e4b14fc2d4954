import { NOTHING, reads } from "../Expectation.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import { bearer } from "../Sent.js"
import type { Family } from "../Subject.js"
import { fresh } from "./request.js"

const which: Family = ({ test }) => [
  test("of the key alone", async ({ api, made, path, run }) => {
    const { key, own } = await fresh(run)
    await api.get(path, reads({ "data.0.id": own, "data.0.state": "open", total_count: 1 }), bearer(key))
    await api.get(path, NOTHING, bearer((await made.key()).key))
    await api.get(path, NOTHING)
  })
]

export const listOwnBudgetRequests = lists("listOwnBudgetRequests", { page: page("-created_at", "id") }, which)
