import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { Vault } from "../byok/Vault.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { Entropy } from "../runtime/Entropy.js"
import { originOf } from "./judgeWebhookUrl.js"
import { requireUrl } from "./requireUrl.js"
import { type CreatedWebhook, MAX_WEBHOOKS, type NewWebhook, type Webhook, WebhookId, WebhooksFull } from "./Webhook.js"
import { WebhookStore } from "./WebhookStore.js"
import { drawWebhookSecret, maskWebhookSecret } from "./webhookSecret.js"

/**
 * Creates a webhook of the caller's organization. The result contains the secret that signs its messages, which is stored sealed and cannot
 * be read again.
 *
 * Fails with `InvalidInput` if the URL is not allowed (`WebhookRules`), and with `WebhooksFull` if the organization has 20 webhooks.
 */
export const createWebhook = Effect.fnUntraced(function* (input: NewWebhook) {
  const { organizationId: organization_id } = yield* ManagementCaller
  const webhooks = yield* WebhookStore
  const vault = yield* Vault
  const { run } = yield* Transaction
  yield* requireUrl(input.url)
  const id = WebhookId.make(yield* Entropy.uuid)
  const secret = yield* drawWebhookSecret
  const sealed = yield* vault.seal(secret, { organization_id, id })
  const data: Webhook = { ...input, id, label: maskWebhookSecret(secret), created_at: yield* DateTime.now }
  yield* about({ object: id, fields: { url: originOf(input.url) } })
  yield* run(
    Effect.gen(function* () {
      if ((yield* webhooks.count(organization_id)) >= MAX_WEBHOOKS) return yield* new WebhooksFull()
      yield* webhooks.insert({ ...data, organization_id, sealed })
    })
  )
  const created: CreatedWebhook = { secret, data }
  return created
}, change("webhooks.createWebhook"))
