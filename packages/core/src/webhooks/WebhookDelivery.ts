import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { AlertId } from "../alerts/AlertId.js"
import { documented, optional, strict } from "../schema/fields.js"
import { uuid } from "../schema/uuid.js"
import { OrganizationId } from "../values/Id.js"
import { Page, PageQuery } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"
import { WebhookId } from "./Webhook.js"

/** UUID of a delivery. */
export const WebhookDeliveryId = uuid("WebhookDeliveryId")
export type WebhookDeliveryId = typeof WebhookDeliveryId.Type

/** `pending` while it is sent or waits to be sent again, `delivered` after an answer of 2xx, `failed` when no more is tried. */
export const DeliveryState = Schema.Literal("pending", "delivered", "failed")
export type DeliveryState = typeof DeliveryState.Type

/** The delivery of one alert to one webhook. */
export const WebhookDelivery = Schema.Struct({
  id: documented(WebhookDeliveryId, "Unique identifier."),
  webhook_id: documented(WebhookId, "Webhook that the alert is sent to."),
  alert_id: documented(
    AlertId,
    "Id of the alert, which is the webhook-id of every attempt.",
    AlertId.make("0193a5c09d5e7c1f8a2b4c6d8e0f1a2b")
  ),
  state: documented(DeliveryState, "Whether the alert is pending, delivered or failed.", "delivered"),
  attempts: documented(Schema.Int, "How often it was sent.", 1),
  next_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "When it is sent next (UTC). Null if it is not pending.",
    null
  ),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  ended_at: documented(Schema.NullOr(Schema.DateTimeUtc), "When it was delivered or failed (UTC). Null if pending."),
  status: documented(Schema.NullOr(Schema.Int), "HTTP status of the last answer. Null if there was none.", 200),
  error: documented(
    Schema.NullOr(Schema.String),
    "Why the last attempt failed, in a few words. Null if it did not.",
    null
  )
}).annotations({ identifier: "WebhookDelivery", description: "The delivery of one alert to one webhook." })
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

/** A delivery as it is stored. */
export const WebhookDeliveryRecord = Schema.Struct({
  ...WebhookDelivery.fields,
  organization_id: OrganizationId,
  /** Until when one process alone sends it. Null if none does. */
  leased_until: Schema.NullOr(Schema.DateTimeUtc)
})
export interface WebhookDeliveryRecord extends Schema.Schema.Type<typeof WebhookDeliveryRecord> {}

/** Options for listing deliveries: page, state. */
export const WebhookDeliveryPage = Schema.Struct({
  ...Page.fields,
  state: optional(DeliveryState, "Only deliveries in this state.")
}).annotations({ description: "Which deliveries to list, and which part of the list to return.", ...strict })
export interface WebhookDeliveryPage extends Schema.Schema.Type<typeof WebhookDeliveryPage> {}

/** `WebhookDeliveryPage` as URL query parameters. */
export const WebhookDeliveryQuery = Schema.Struct({
  ...PageQuery.fields,
  state: queryParam(DeliveryState, "pending, delivered or failed", "Only deliveries in this state.")
})

/** The webhook has no delivery with this id. */
export class DeliveryNotFound extends notFoundById<DeliveryNotFound>()("DeliveryNotFound") {}
