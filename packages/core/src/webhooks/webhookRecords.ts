import * as Struct from "effect/Struct"
import { records } from "../records/Records.js"
import { Webhook, type WebhookId } from "./Webhook.js"
import { WebhookDelivery, type WebhookDeliveryId, WebhookDeliveryRecord } from "./WebhookDelivery.js"
import { WebhookRecord } from "./WebhookRecord.js"

export const webhookRecords = records({
  table: "webhooks",
  record: WebhookRecord,
  view: Struct.keys(Webhook.fields),
  key: "id",
  identify: (_: WebhookId) => "id",
  patchable: ["name", "url", "kinds", "scopes", "disabled", "sealed"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: [],
  listName: () => "webhooks"
})

export const webhookDeliveryRecords = records({
  table: "webhook_deliveries",
  record: WebhookDeliveryRecord,
  view: Struct.keys(WebhookDelivery.fields),
  key: "id",
  // An alert is sent to a webhook once, whoever finds it first.
  uniqueBy: ["webhook_id", "alert_id"],
  references: ({ webhook_id }) => [["webhooks", webhook_id]],
  deletedWith: ["webhooks"],
  identify: (_: WebhookDeliveryId) => "id",
  patchable: ["state", "attempts", "next_at", "leased_until", "ended_at", "status", "error"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  // A list is always that of one webhook.
  filters: ["webhook_id", "state"],
  listName: ({ state, webhook_id }) => `${state === undefined ? "" : `${state} `}deliveries of ${webhook_id}`
})
