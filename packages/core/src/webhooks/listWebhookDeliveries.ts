import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { requireWebhook } from "./requireWebhook.js"
import type { WebhookDeliveryPage } from "./WebhookDelivery.js"
import { WebhookStore } from "./WebhookStore.js"

/** One page of a webhook's deliveries, newest first; optionally of one state. Fails with `WebhookNotFound`. */
export const listWebhookDeliveries = Effect.fnUntraced(function* (id: string, { state, ...page }: WebhookDeliveryPage) {
  const { organizationId } = yield* ManagementCaller
  const webhooks = yield* WebhookStore
  return yield* requireWebhook(id, (id) => webhooks.listDeliveries(organizationId, id, page, state))
}, withSpan("webhooks.listWebhookDeliveries"))
