import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { WebhookId } from "./Webhook.js"
import type { DeliveryState, WebhookDelivery, WebhookDeliveryId, WebhookDeliveryRecord } from "./WebhookDelivery.js"
import type { WebhookRecord } from "./WebhookRecord.js"
import type { webhookRecords } from "./webhookRecords.js"

interface Own {
  /** How many webhooks the organization has. In a transaction, no other adds one before it ends. */
  readonly count: (organizationId: OrganizationId) => Effect.Effect<number, StorageFailure>
  /** A webhook with its sealed secret. */
  readonly findSealed: (
    organizationId: OrganizationId,
    id: WebhookId
  ) => Effect.Effect<Option.Option<WebhookRecord>, StorageFailure>
  /** Returns false if the webhook has a delivery of the alert. */
  readonly insertDelivery: (delivery: WebhookDeliveryRecord) => Effect.Effect<boolean, StorageFailure>
  /** One page of the deliveries of a webhook, newest first, then by id. None if there is no such webhook. */
  readonly listDeliveries: (
    organizationId: OrganizationId,
    webhook: WebhookId,
    page: Page,
    state?: DeliveryState
  ) => Effect.Effect<Option.Option<Paged<WebhookDelivery>>, StorageFailure>
  readonly findDelivery: (
    organizationId: OrganizationId,
    webhook: WebhookId,
    id: WebhookDeliveryId
  ) => Effect.Effect<Option.Option<WebhookDelivery>, StorageFailure>
  /** Makes a delivery that has ended pending again, due at `now` and without attempts. None if it has not ended, or does not exist. */
  readonly redeliver: (
    organizationId: OrganizationId,
    webhook: WebhookId,
    id: WebhookDeliveryId,
    now: DateTime.Utc
  ) => Effect.Effect<Option.Option<WebhookDelivery>, StorageFailure>
  /**
   * Ends what is pending of a webhook as failed, whoever sends it meanwhile. Returns how many have ended. A storage may end `CHUNK` at a time:
   * of a webhook that is disabled, `OutboxStore.claim` ends the others.
   */
  readonly endPending: (
    organizationId: OrganizationId,
    webhook: WebhookId,
    error: string,
    now: DateTime.Utc
  ) => Effect.Effect<number, StorageFailure>
  /** Deletes deliveries of all organizations that ended before an instant, at most `limit`, oldest first. Returns how many. */
  readonly pruneDeliveries: (before: DateTime.Utc, limit: number) => Effect.Effect<number, StorageFailure>
}

/**
 * Stores webhooks, and the deliveries of alerts to each. Each method is atomic. Only `findSealed` returns sealed secrets. No method shows or
 * leases a delivery of a webhook that was deleted. A storage may delete `CHUNK` of them with the webhook, those that are pending first, and leave
 * the others to `OutboxStore.claim` and `pruneDeliveries`: they may be hundreds of thousands, for which nothing else should wait.
 */
export class WebhookStore extends Context.Tag("@tollgate/core/WebhookStore")<
  WebhookStore,
  StoreOf<typeof webhookRecords> & Own
>() {}
