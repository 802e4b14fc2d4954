import { deletions } from "../deletions.js"
import { notFound, ok, reads } from "../Expectation.js"
import { presetSlug } from "../Ids.js"

export const deletePreset = deletions(
  "deletePreset",
  {
    ids: {
      ...presetSlug,
      untouched: ({ api, other }, theirs) => api.get(`/presets/${theirs}`, reads({ "data.slug": theirs }), other)
    },
    fresh: async ({ made }) => ({ own: await made.preset() })
  },
  ({ test }) => [
    test("it cannot be read afterwards", async ({ api, path }) => {
      await api.delete(path, ok({ deleted: true }))
      await api.get(path, notFound)
    })
  ]
)
