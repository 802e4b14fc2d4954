import {
  AlertId,
  createWebhook,
  Entropy,
  ManagementCaller,
  NewWebhook,
  WebhookDeliveryId,
  WebhookId,
  WebhookPatch
} from "@tollgate/core"
import { type WebhookDeliveryRecord, type WebhookRecord, WebhookStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import type { Home } from "./organizations.js"

/** Input of `createWebhook`. */
export const aWebhook = (input: Partial<typeof NewWebhook.Encoded> = {}): NewWebhook =>
  Schema.decodeSync(NewWebhook)({ url: "https://hooks.example/services/T01", ...input })

/** Input of `updateWebhook`: `aWebhookPatch({ name: null })`. */
export const aWebhookPatch: (input: typeof WebhookPatch.Encoded) => WebhookPatch = Schema.decodeSync(WebhookPatch)

/** The record of a webhook. Its sealed secret is random bytes, which no vault can open. */
export const aWebhookRecord = Effect.fnUntraced(function* (home: Home, overrides: Partial<WebhookRecord> = {}) {
  const record: WebhookRecord = {
    id: WebhookId.make(yield* Entropy.uuid),
    organization_id: home.organization_id,
    name: null,
    url: "https://hooks.example/services/T01",
    label: "whsec_abc...wxyz",
    kinds: null,
    scopes: null,
    disabled: false,
    created_at: noon,
    sealed: Uint8Array.from(yield* Entropy.bytes(64)),
    ...overrides
  }
  return record
})

/** The record of a delivery to a webhook, which is pending and due. */
export const aDeliveryRecord = Effect.fnUntraced(function* (
  { id, organization_id }: Pick<WebhookRecord, "id" | "organization_id">,
  overrides: Partial<WebhookDeliveryRecord> = {}
) {
  const record: WebhookDeliveryRecord = {
    id: WebhookDeliveryId.make(yield* Entropy.uuid),
    organization_id,
    webhook_id: id,
    alert_id: AlertId.make(Buffer.from(yield* Entropy.bytes(16)).toString("hex")),
    state: "pending",
    attempts: 0,
    next_at: noon,
    leased_until: null,
    created_at: noon,
    ended_at: null,
    status: null,
    error: null,
    ...overrides
  }
  return record
})

/** Creates a webhook in the caller's organization, with a delivery that failed. */
export const endedDelivery = Effect.gen(function* () {
  const { organizationId } = yield* ManagementCaller
  const store = yield* WebhookStore
  const { data } = yield* createWebhook(aWebhook())
  const fields = { state: "failed", next_at: null, ended_at: noon, attempts: 9, error: "timeout" } as const
  const record = yield* aDeliveryRecord({ id: data.id, organization_id: organizationId }, fields)
  yield* store.insertDelivery(record)
  return { webhook_id: data.id, delivery_id: record.id }
})
