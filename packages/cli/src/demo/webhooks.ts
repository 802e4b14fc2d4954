import * as Core from "@tollgate/core"
import { type WebhookDeliveryRecord, WebhookStore } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { input } from "./input.js"

/** A webhook of the caller's organization at which nobody answers, with an alert that was delivered, and one that was not. */
export const webhookOf = Effect.fnUntraced(function* (host: string) {
  const { organizationId } = yield* Core.ManagementCaller
  const webhooks = yield* WebhookStore
  const fields = { name: "On call", url: `https://${host}/services/T01/B01` }
  const { data } = yield* Core.createWebhook(yield* input(Core.NewWebhook, fields))
  const now = yield* DateTime.now
  const deliver = Effect.fnUntraced(function* (
    ended: Pick<WebhookDeliveryRecord, "attempts" | "error" | "state" | "status">
  ) {
    const record: WebhookDeliveryRecord = {
      id: Core.WebhookDeliveryId.make(yield* Core.Entropy.uuid),
      organization_id: organizationId,
      webhook_id: data.id,
      alert_id: Core.AlertId.make(Buffer.from(yield* Core.Entropy.bytes(16)).toString("hex")),
      next_at: null,
      leased_until: null,
      created_at: DateTime.subtract(now, { hours: 30 }),
      ended_at: DateTime.subtract(now, { hours: 6 }),
      ...ended
    }
    yield* webhooks.insertDelivery(record)
    return record.id
  })
  yield* deliver({ state: "delivered", attempts: 1, status: 204, error: null })
  return { id: data.id, delivery: yield* deliver({ state: "failed", attempts: 14, status: null, error: "timeout" }) }
})
