import { each, is, reads } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"
import { fresh } from "./request.js"

const which: Family = ({ test }) => [
  test("with the names of the key and its user, by the state", async ({ api, path, run }) => {
    const { hash, own } = await fresh(run)
    const shown = { "data.0.id": own, "data.0.key_hash": hash, "data.0.key_name": "Temporary", "data.0.state": "open" }
    await api.get(`${path}?limit=1`, reads(shown))
    await api.get(`${path}?state=open&limit=5`, each({ state: "open" }))
    await api.post(`${path}/${own}/refuse`, {}, is(200))
    await api.get(`${path}?state=refused&limit=1`, reads({ "data.0.id": own }))
  })
]

export const listBudgetRequests = lists(
  "listBudgetRequests",
  { page: page("-created_at", "id") },
  filters("state", "open", "OPEN", "closed"),
  which
)
