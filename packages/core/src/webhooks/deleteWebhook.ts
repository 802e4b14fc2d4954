import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import type { Deleted } from "../values/Deleted.js"
import { requireWebhook } from "./requireWebhook.js"
import { WebhookStore } from "./WebhookStore.js"

/**
 * Deletes a webhook with its sealed secret and its deliveries, so that nothing more is sent to it. Fails with `WebhookNotFound`, also the
 * second time.
 */
export const deleteWebhook = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const webhooks = yield* WebhookStore
  yield* requireWebhook(id, (id) => Effect.zipRight(about({ object: id }), webhooks.delete(organizationId, id)))
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("webhooks.deleteWebhook"))
