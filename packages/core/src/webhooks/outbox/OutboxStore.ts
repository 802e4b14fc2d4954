import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { AlertRecord } from "../../spending/model/AlertRecord.js"
import type { WebhookId } from "../Webhook.js"
import type { DeliveryState, WebhookDeliveryId } from "../WebhookDelivery.js"
import type { WebhookRecord } from "../WebhookRecord.js"

/** What waits at an instant. */
export interface Waiting {
  /** Whether there is an alert whose deliveries were not created yet. */
  readonly alerts: boolean
  /** Whether a delivery is due. */
  readonly deliveries: boolean
}

/** Which alerts get their deliveries. Instants are milliseconds since 1970. */
export interface Dispatch {
  readonly now: number
  /** The most alerts of one act. */
  readonly limit: number
  /** Draws the id of a delivery. The act may run again, with other ids. */
  readonly newId: () => WebhookDeliveryId
}

/** Which webhooks are asked for deliveries that are due. */
export interface DueList {
  readonly now: number
  /** Webhooks with a greater id; null begins with the first. */
  readonly after: WebhookId | null
  /** The most webhooks with pending deliveries that are looked at. */
  readonly limit: number
}

/** A webhook, and whose it is. */
export type WebhookPlace = Pick<WebhookRecord, "organization_id" | "id">

/** Webhooks with deliveries that are due. */
export interface DueWebhooks {
  readonly webhooks: ReadonlyArray<WebhookPlace>
  /** Where the next look begins: `after`. Null if this one has come to the end. */
  readonly next: WebhookId | null
}

/** Which deliveries one process alone sends, and until when. */
export interface Claim {
  readonly webhook: WebhookId
  readonly now: number
  /** The end of the lease. From then on, any process may claim them again. */
  readonly until: number
  readonly limit: number
}

/** What shows that a process still has a delivery. */
export interface DeliveryLease {
  /** How often it was claimed since it became pending, with this time. */
  readonly attempts: number
  readonly until: number
}

/** A delivery that this process alone sends until its lease ends. */
export interface ClaimedDelivery {
  readonly id: WebhookDeliveryId
  readonly lease: DeliveryLease
  readonly webhook: Pick<WebhookRecord, "organization_id" | "id" | "url" | "sealed">
  /** Null if it was deleted. */
  readonly alert: AlertRecord | null
}

/** What became of an attempt. */
export interface Attempted {
  readonly state: DeliveryState
  /** When it is sent next, in milliseconds since 1970. Null if it has ended. */
  readonly next_at: number | null
  /** Null if it is pending. */
  readonly ended_at: number | null
  readonly status: number | null
  readonly error: string | null
}

/**
 * Alerts on their way to webhooks. Each method is atomic, in any number of processes at once: an alert has one delivery for each webhook, and a
 * delivery has one lease at a time.
 */
export class OutboxStore extends Context.Tag("@tollgate/core/OutboxStore")<
  OutboxStore,
  {
    /** What waits. It costs the same however many alerts and deliveries there are. */
    readonly waiting: (now: number) => Effect.Effect<Waiting, StorageFailure>
    /**
     * Creates a pending delivery of each alert that was not dispatched, oldest first, for each enabled webhook of its organization whose filters
     * let it through, but for webhooks that were created more than a minute later, and marks the alert. Deliveries are due in the order of their alerts. Leaves alerts to the other processes that dispatch
     * them at the moment. Returns how many it has dispatched.
     */
    readonly dispatch: (dispatch: Dispatch) => Effect.Effect<number, StorageFailure>
    /** Webhooks with deliveries that are due, in the order of their ids. Each costs one look-up, however many deliveries it has. */
    readonly due: (list: DueList) => Effect.Effect<DueWebhooks, StorageFailure>
    /**
     * Leases deliveries of a webhook that are due, in the order in which they are. Their attempts rise. Leaves those to the other processes that
     * claim them at the moment. Of a webhook that was deleted, it deletes at most `CHUNK` that are due, and leases none. Of one
     * that is disabled, it ends as many as failed with `WEBHOOK_DISABLED`.
     */
    readonly claim: (claim: Claim) => Effect.Effect<ReadonlyArray<ClaimedDelivery>, StorageFailure>
    /**
     * Notes what became of an attempt, and ends its lease. Changes nothing and returns false if the delivery has another lease, has ended, or was
     * deleted. The same note changes nothing the second time.
     */
    readonly note: (
      claimed: Pick<ClaimedDelivery, "id" | "lease" | "webhook">,
      attempted: Attempted
    ) => Effect.Effect<boolean, StorageFailure>
  }
>() {}
