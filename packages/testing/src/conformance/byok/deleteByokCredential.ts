import { deletions } from "../deletions.js"
import { notFound, ok, reads } from "../Expectation.js"
import { uuid } from "../Ids.js"

export const deleteByokCredential = deletions(
  "deleteByokCredential",
  {
    ids: uuid(({ OTHER_BYOK_ID }) => OTHER_BYOK_ID, {
      untouched: ({ api, other }, theirs) => api.get(`/byok/${theirs}`, reads({ "data.id": theirs }), other)
    }),
    fresh: async ({ made }) => ({ own: await made.credential() })
  },
  ({ test }) => [
    test("it cannot be read afterwards", async ({ api, path }) => {
      await api.delete(path, ok({ deleted: true }))
      await api.get(path, notFound)
    })
  ]
)
