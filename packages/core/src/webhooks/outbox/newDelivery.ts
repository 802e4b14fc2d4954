import * as DateTime from "effect/DateTime"
import { AlertId } from "../../alerts/AlertId.js"
import type { AlertRecord } from "../../spending/model/AlertRecord.js"
import type { WebhookDeliveryId, WebhookDeliveryRecord } from "../WebhookDelivery.js"
import type { WebhookRecord } from "../WebhookRecord.js"

/** What of an alert its deliveries depend on. Its instant is in milliseconds since 1970. */
export interface DispatchedAlert extends Pick<AlertRecord, "id" | "kind" | "at"> {
  readonly ref: Pick<AlertRecord["ref"], "kind">
}

/** What of a webhook its deliveries depend on. */
export type DispatchedWebhook = Pick<WebhookRecord, "organization_id" | "id" | "kinds" | "scopes" | "disabled">

/**
 * The delivery of an alert to a webhook of its organization, or null if the webhook is disabled or its filters do not let the alert through. It is
 * due at once, in the order of the alerts.
 */
export const newDelivery = (
  { at, id: alert, kind, ref }: DispatchedAlert,
  { disabled, id: webhook_id, kinds, organization_id, scopes }: DispatchedWebhook,
  { id, now }: { readonly id: WebhookDeliveryId; readonly now: number }
): WebhookDeliveryRecord | null => {
  if (disabled || kinds?.includes(kind) === false || scopes?.includes(ref.kind) === false) return null
  return {
    id,
    organization_id,
    webhook_id,
    alert_id: AlertId.make(alert, true),
    state: "pending",
    attempts: 0,
    next_at: DateTime.unsafeMake(Math.min(at, now)),
    leased_until: null,
    created_at: DateTime.unsafeMake(now),
    ended_at: null,
    status: null,
    error: null
  }
}
