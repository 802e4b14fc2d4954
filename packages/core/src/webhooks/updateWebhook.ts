import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import { requireWriter } from "../access/ReadOnlyKey.js"
import { isForgotten } from "../byok/forgotten.js"
import { about } from "../ports/PendingEntry.js"
import { type Change, changeRecord } from "../records/changeRecord.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { endOfDisabled, endOfEnabled } from "./endOfDisabled.js"
import { originOf } from "./judgeWebhookUrl.js"
import { requireUrl } from "./requireUrl.js"
import { requireWebhook } from "./requireWebhook.js"
import type { Webhook, WebhookPatch } from "./Webhook.js"
import { WebhookStore } from "./WebhookStore.js"

const withoutSecret = new InvalidInput({
  issues: [
    { path: ["disabled"], expected: "true, because the secret was lost with the master key: create another webhook" }
  ]
})

const rules = Effect.fnUntraced(function* (change: Change<Webhook, WebhookPatch>) {
  const { before, now, organizationId, patch } = change
  yield* about({ object: before.id, ...(patch.url !== undefined && { fields: { url: originOf(patch.url) } }) })
  if (patch.disabled === false && before.disabled) yield* endOfEnabled(organizationId, before.id, now)
  if (patch.disabled === false) {
    const webhooks = yield* WebhookStore
    const found = yield* webhooks.findSealed(organizationId, before.id)
    if (Option.exists(found, ({ sealed }) => isForgotten(sealed))) return yield* withoutSecret
  }
  if (patch.disabled === true) yield* endOfDisabled(organizationId, before.id, now)
  return patch
})

const change = changeRecord("webhooks.updateWebhook", WebhookStore, requireWebhook, rules)

/**
 * Changes a webhook. Absent fields stay as they are, and so does the secret. Disabling a webhook ends its pending deliveries.
 *
 * Fails with `WebhookNotFound`, and with `InvalidInput` if the URL is not allowed (`WebhookRules`), or if a webhook is enabled whose
 * secret was forgotten.
 */
export const updateWebhook = Effect.fnUntraced(function* (id: string, patch: WebhookPatch) {
  // The input is checked after the access, and before the record is read: a refusal of it does not show what exists.
  yield* Effect.flatMap(ManagementCaller, requireWriter)
  if (patch.url !== undefined) yield* requireUrl(patch.url)
  return yield* change(id, patch)
})
