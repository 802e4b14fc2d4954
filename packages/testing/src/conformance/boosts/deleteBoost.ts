import { deletions } from "../deletions.js"
import { NOTHING, notFound, ok, reads } from "../Expectation.js"
import { uuid } from "../Ids.js"
import { bearer } from "../Sent.js"

export const deleteBoost = deletions(
  "deleteBoost",
  {
    ids: uuid(({ OTHER_GUARDRAIL_ID }) => OTHER_GUARDRAIL_ID),
    fresh: async ({ made }) => ({ own: await made.boost() })
  },
  ({ test }) => [
    test("it stays in the list, as ended, and its limit is as before", async ({ api, made, path }) => {
      const { hash, key } = await made.key({ limit: 5, limit_reset: "daily" })
      const id = await made.boost(hash)
      await api.get("/key", reads({ "data.budgets.0.remaining": 8 }), bearer(key))
      const own = path.replace(/[^/]+$/, id)
      await api.delete(own, ok({ deleted: true }))
      await api.get("/key", reads({ "data.budgets.0.boost": 0, "data.budgets.0.remaining": 5 }), bearer(key))
      await api.get(`/budgets/boosts?id=${hash}&state=ended`, reads({ "data.0.id": id, total_count: 1 }))
      await api.get(`/budgets/boosts?id=${hash}&state=in_force`, NOTHING)
      await api.delete(own, notFound)
    })
  ]
)
