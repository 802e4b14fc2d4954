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
export type DispatchedWebhook = Pick<
  WebhookRecord,
  "organization_id" | "id" | "kinds" | "scopes" | "disabled" | "created_at"
>

/** A webhook has no deliveries of alerts older than itself by more than this, in milliseconds: the clocks of two processes may differ. */
const MAX_OLDER = 60_000

/**
 * The delivery of an alert to a webhook of its organization, or null if the webhook is disabled, its filters do not let the alert through, or it was
 * created more than a minute after the alert. It is due at once, in the order of the alerts.
 */
export const newDelivery = (
  { at, id: alert, kind, ref }: DispatchedAlert,
  { created_at, disabled, id: webhook_id, kinds, organization_id, scopes }: DispatchedWebhook,
  { id, now }: { readonly id: WebhookDeliveryId; readonly now: number }
): WebhookDeliveryRecord | null => {
  if (disabled || kinds?.includes(kind) === false || scopes?.includes(ref.kind) === false) return null
  if (at < created_at.epochMillis - MAX_OLDER) return null
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
