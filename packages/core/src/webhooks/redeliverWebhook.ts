import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { requireOwned } from "../access/requireOwned.js"
import { about, unchanged } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { uuidInput } from "../schema/uuid.js"
import { requireWebhook } from "./requireWebhook.js"
import { WebhookDisabled } from "./Webhook.js"
import { DeliveryNotFound, WebhookDeliveryId } from "./WebhookDelivery.js"
import { WebhookStore } from "./WebhookStore.js"

const requireDelivery = requireOwned(uuidInput(WebhookDeliveryId), (id) => DeliveryNotFound.of(id))

/**
 * Sends an alert to a webhook again, with the same `webhook-id`: a delivery that has ended becomes pending, due at once and without
 * attempts. One that is pending stays as it is.
 *
 * Fails with `WebhookNotFound`, `DeliveryNotFound`, or `WebhookDisabled`.
 */
export const redeliverWebhook = Effect.fnUntraced(
  function* (id: string, deliveryId: string) {
    const { organizationId } = yield* ManagementCaller
    const webhooks = yield* WebhookStore
    const { run } = yield* Transaction
    const now = yield* DateTime.now
    return yield* run(
      Effect.gen(function* () {
        const webhook = yield* requireWebhook(id, (id) => webhooks.find(organizationId, id))
        const found = yield* requireDelivery(deliveryId, (id) => webhooks.findDelivery(organizationId, webhook.id, id))
        yield* about({ object: webhook.id, fields: { delivery_id: found.id } })
        if (found.state === "pending") {
          yield* unchanged
          return found
        }
        if (webhook.disabled) return yield* new WebhookDisabled()
        // Another request has come first, or the delivery has been sent meanwhile.
        return Option.getOrElse(yield* webhooks.redeliver(organizationId, webhook.id, found.id, now), () => found)
      })
    )
  },
  change("webhooks.redeliverWebhook", "delivery_id")
)
