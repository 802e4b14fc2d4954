import { each, NOTHING } from "../Expectation.js"
import { filters } from "../families/filters.js"
import { page } from "../families/paging.js"
import { lists } from "../lists.js"
import type { Cases } from "../Subject.js"
import { given, webhookId } from "./webhook.js"

const which: Cases<{ readonly own: string }> = ({ asks, testIdle }) => [
  asks("those of the webhook", {}, ({ own }) => each({ webhook_id: own })),
  asks(
    "only those in a state",
    ({ path }) => ({ path: `${path}?state=delivered` }),
    ({ own }) => each({ webhook_id: own, state: "delivered", next_at: null, error: null })
  ),
  testIdle("none of a new webhook", async ({ api, made }) => {
    const id = await made.webhook()
    await api.get(`/webhooks/${id}/deliveries`, NOTHING)
    await api.delete(`/webhooks/${id}`, { status: 200 })
  })
]

export const listWebhookDeliveries = lists<{ readonly own: string }>(
  "listWebhookDeliveries",
  { ids: webhookId, given, page: page("-created_at", "id") },
  filters("state", "failed", "FAILED", "sent", "failed%2Cpending"),
  which
)
