import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CHUNK } from "../spending/store/SpendingStore.js"
import type { OrganizationId } from "../values/Id.js"
import type { WebhookId } from "./Webhook.js"
import { WebhookStore } from "./WebhookStore.js"

/** The error of deliveries that ended because their webhook was disabled. */
export const WEBHOOK_DISABLED = "webhook disabled"

/**
 * Ends the pending deliveries of a webhook that is disabled. If very many are pending, only the first ones end in this act, and the others
 * within minutes, or before the webhook is enabled again.
 */
export const endOfDisabled = (organizationId: OrganizationId, id: WebhookId, now: DateTime.Utc) =>
  Effect.flatMap(WebhookStore, (webhooks) => webhooks.endPending(organizationId, id, WEBHOOK_DISABLED, now))

/** Ends all that is still pending of a webhook that was disabled, before it is enabled again: nothing comes late. */
export const endOfEnabled = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: WebhookId,
  now: DateTime.Utc
) {
  for (;;) if ((yield* endOfDisabled(organizationId, id, now)) < CHUNK) return
})
