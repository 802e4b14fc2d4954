import { deletions } from "../deletions.js"
import { notFound, ok, record } from "../Expectation.js"
import { webhookId } from "./webhook.js"

export const deleteWebhook = deletions(
  "deleteWebhook",
  {
    ids: {
      ...webhookId,
      untouched: ({ api, other }, theirs) => api.get(`/webhooks/${theirs}`, record({ id: theirs }), other)
    },
    fresh: async ({ made }) => ({ own: await made.webhook() })
  },
  ({ test }) => [
    test("nothing of it is left", async ({ api, own, path }) => {
      await api.delete(path, ok({ deleted: true }))
      await api.get(path, notFound)
      await api.get(`/webhooks/${own}/deliveries`, notFound)
      await api.post(`/webhooks/${own}/test`, undefined, notFound)
    })
  ]
)
