import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { missing } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import type { State } from "../memory/Slice.js"
import { organizationOf } from "../organizations/OrganizationStoreMemory.js"
import { contextOf } from "../ports/contextOf.js"
import { StorageFailure } from "../ports/StorageFailure.js"
import { memoryRecords } from "../records/memoryRecords.js"
import type { OrganizationId } from "../values/Id.js"
import type { WebhookId } from "./Webhook.js"
import type { WebhookDeliveryId, WebhookDeliveryRecord } from "./WebhookDelivery.js"
import { WebhookStore } from "./WebhookStore.js"
import { webhookDeliveryRecords, webhookRecords } from "./webhookRecords.js"

export const webhooks = memoryRecords(webhookRecords, {
  check: (state, { organization_id }) => missing(state, organizationOf(state, organization_id))
})
export const deliveries = memoryRecords(webhookDeliveryRecords)

/** A delivery of a webhook. */
const ofWebhook = (
  state: State,
  organizationId: OrganizationId,
  webhook: WebhookId,
  id: WebhookDeliveryId
): Option.Option<WebhookDeliveryRecord> =>
  Option.filter(
    deliveries.find(deliveries.slice.read(state), organizationId, id),
    ({ webhook_id }) => webhook_id === webhook
  )

/** Changes some deliveries in one act. */
const changeAll = (
  before: State,
  some: ReadonlyArray<WebhookDeliveryRecord>,
  patch: Partial<WebhookDeliveryRecord>
): readonly [number, State] | StorageFailure => {
  let after = before
  for (const { id, organization_id } of some) {
    const done = deliveries.updateIn(after, organization_id, id, patch)
    if (done instanceof StorageFailure) return done
    after = done[1]
  }
  return [some.length, after]
}

/** The deliveries that ended before an instant, oldest first. */
const endedBefore = (state: State, before: DateTime.Utc): ReadonlyArray<WebhookDeliveryRecord> => {
  const endOf = ({ ended_at }: WebhookDeliveryRecord) => ended_at?.epochMillis ?? Number.POSITIVE_INFINITY
  return [...HashMap.values(deliveries.slice.read(state).records)]
    .filter((delivery) => endOf(delivery) < before.epochMillis)
    .toSorted((one, other) => endOf(one) - endOf(other))
}

export const make = contextOf(
  WebhookStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(deliveries.slice)
    const ofWebhooks = state.of(webhooks.slice).read
    return WebhookStore.of({
      ...webhooks.store(state),
      count: (organizationId) => ofWebhooks((all) => webhooks.filtered(all, organizationId, {}).length),
      findSealed: (organizationId, id) => ofWebhooks((all) => webhooks.find(all, organizationId, id)),
      insertDelivery: deliveries.store(state).insert,
      listDeliveries: (organizationId, webhook_id, page, delivered) =>
        ofWebhooks((all, now) =>
          Option.map(webhooks.find(all, organizationId, webhook_id), () =>
            deliveries.list(deliveries.slice.read(now), organizationId, page, { webhook_id, state: delivered })
          )
        ),
      findDelivery: (...named) => read((_, now) => Option.map(ofWebhook(now, ...named), deliveries.show)),
      redeliver: (organizationId, webhook, id, now) =>
        state.change((before) => {
          const found = Option.filter(ofWebhook(before, organizationId, webhook, id), (_) => _.state !== "pending")
          if (Option.isNone(found)) return [Option.none(), before]
          const fresh = { attempts: 0, leased_until: null, ended_at: null, status: null, error: null }
          return deliveries.updateIn(before, organizationId, id, { ...fresh, state: "pending", next_at: now })
        }),
      endPending: (organizationId, webhook_id, error, now) =>
        state.change((before) =>
          changeAll(
            before,
            deliveries.filtered(deliveries.slice.read(before), organizationId, { webhook_id, state: "pending" }),
            { state: "failed", next_at: null, leased_until: null, ended_at: now, error }
          )
        ),
      pruneDeliveries: (before, limit) =>
        modify((all, now) => {
          const old = endedBefore(now, before).slice(0, limit)
          return [old.length, old.reduce(deliveries.remove, all)]
        })
    })
  })
)
