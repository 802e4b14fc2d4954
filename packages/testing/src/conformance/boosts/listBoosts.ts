import { badRequest, each, NOTHING, reads } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { querying } from "../Given.js"
import { UNKNOWN_HASH } from "../Ids.js"
import { lists } from "../lists.js"
import type { Family } from "../Subject.js"

const which: Family = ({ asks, refuses, test }) => [
  test("only those of a scope, or in a state", async ({ api, made, path }) => {
    const { hash } = await made.key({ limit: 5, limit_reset: "daily" })
    const [first, second] = [await made.boost(hash), await made.boost(hash)]
    await api.delete(`/budgets/boosts/${first}`, reads({ deleted: true }))
    await api.get(`${path}?scope=key&limit=5`, each({ scope: "key" }))
    await api.get(`${path}?state=in_force&limit=5`, each({ state: "in_force" }))
    await api.get(`${path}?state=ended&limit=5`, each({ state: "ended" }))
    await api.get(`${path}?id=${hash}`, reads({ "data.0.id": second, "data.1.id": first, total_count: 2 }))
    await api.get(`${path}?id=${hash}&state=ended`, reads({ "data.0.id": first, total_count: 1 }))
    await api.get(`${path}?id=${hash}&scope=workspace`, NOTHING)
  }),
  asks("none of an unknown key", querying(`id=${UNKNOWN_HASH}`), NOTHING),
  refuses("not an empty id", querying("id="), badRequest)
]

export const listBoosts = lists(
  "listBoosts",
  { page: page("-created_at", "id") },
  filters("scope", "key", "organization", "run", "KEY"),
  filters("state", "in_force", "open", "IN_FORCE"),
  which
)
