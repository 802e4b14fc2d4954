import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ManagementCaller } from "../access/Caller.js"
import { requireWriter } from "../access/ReadOnlyKey.js"
import { isForgotten } from "../byok/forgotten.js"
import { Vault } from "../byok/Vault.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { Entropy } from "../runtime/Entropy.js"
import { withSpan } from "../runtime/withSpan.js"
import { requireWebhook } from "./requireWebhook.js"
import { TestMessage } from "./TestMessage.js"
import { WebhookSender } from "./WebhookSender.js"
import { WebhookStore } from "./WebhookStore.js"
import type { WebhookTest } from "./WebhookTest.js"

const encode = Schema.encodeSync(Schema.parseJson(TestMessage))

/**
 * Sends a message of type `test` to a webhook now, once, also to one that is disabled, and returns the result. Nothing is stored.
 *
 * Fails with `WebhookNotFound`, and with `ReadOnlyKey`: a message to others is no reading. Whether the webhook answers is part of the result.
 */
export const testWebhook = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* Effect.flatMap(ManagementCaller, requireWriter)
  const webhooks = yield* WebhookStore
  const vault = yield* Vault
  const { send } = yield* WebhookSender
  const webhook = yield* requireWebhook(id, (id) => webhooks.findSealed(organizationId, id))
  if (isForgotten(webhook.sealed)) {
    const lost: WebhookTest = { delivered: false, status: null, error: "secret lost with the master key" }
    return lost
  }
  const secret = yield* Effect.mapError(
    vault.open(webhook.sealed, { organization_id: organizationId, id: webhook.id }),
    (cause) => new StorageFailure({ cause, outcome: "none" })
  )
  const messageId = Buffer.from(yield* Entropy.bytes(16)).toString("hex")
  const now = yield* Clock.currentTimeMillis
  const message = {
    url: webhook.url,
    id: messageId,
    timestamp: Math.floor(now / 1000),
    secret,
    body: encode(TestMessage.at(now))
  }
  return yield* Effect.match(send(message), {
    onFailure: ({ reason }): WebhookTest => ({ delivered: false, status: null, error: reason }),
    onSuccess: ({ status }): WebhookTest => {
      const delivered = status >= 200 && status < 300
      return { delivered, status, error: delivered ? null : `status ${status}` }
    }
  })
}, withSpan("webhooks.testWebhook"))
