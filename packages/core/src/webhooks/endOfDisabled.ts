import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { OrganizationId } from "../values/Id.js"
import type { WebhookId } from "./Webhook.js"
import { WebhookStore } from "./WebhookStore.js"

/** Ends the pending deliveries of a webhook that is disabled, so that none is sent late when it is enabled again. */
export const endOfDisabled = (organizationId: OrganizationId, id: WebhookId, now: DateTime.Utc) =>
  Effect.flatMap(WebhookStore, (webhooks) => webhooks.endPending(organizationId, id, "webhook disabled", now))
