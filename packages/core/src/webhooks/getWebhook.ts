import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { requireWebhook } from "./requireWebhook.js"
import { WebhookStore } from "./WebhookStore.js"

/** Reads one webhook. The secret stays sealed. Fails with `WebhookNotFound`. */
export const getWebhook = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const webhooks = yield* WebhookStore
  return yield* requireWebhook(id, (id) => webhooks.find(organizationId, id))
}, withSpan("webhooks.getWebhook"))
