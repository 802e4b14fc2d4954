import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Iterable from "effect/Iterable"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { MemoryState } from "../../memory/MemoryState.js"
import type { State } from "../../memory/Slice.js"
import { contextOf } from "../../ports/contextOf.js"
import { StorageFailure } from "../../ports/StorageFailure.js"
import type { AlertRecord } from "../../spending/model/AlertRecord.js"
import { MemoryRows, slice as spending } from "../../spending/store/memoryRows.js"
import type { WebhookId } from "../Webhook.js"
import type { WebhookDeliveryRecord } from "../WebhookDelivery.js"
import type { WebhookRecord } from "../WebhookRecord.js"
import { deliveries, webhooks } from "../WebhookStoreMemory.js"
import { newDelivery } from "./newDelivery.js"
import { type Claim, type ClaimedDelivery, type Dispatch, OutboxStore } from "./OutboxStore.js"

type Done<A> = readonly [A, State] | StorageFailure

const webhooksIn = (state: State) => webhooks.slice.read(state).records

/** The deliveries of a webhook that are due, in their order. */
const dueIn = (state: State, { id, organization_id }: WebhookRecord, now: number) => {
  const filter = { webhook_id: id, state: "pending" } as const
  const next = ({ next_at }: WebhookDeliveryRecord) => next_at?.epochMillis ?? Number.POSITIVE_INFINITY
  return deliveries
    .filtered(deliveries.slice.read(state), organization_id, filter)
    .filter((delivery) => next(delivery) <= now)
    .toSorted((one, other) => next(one) - next(other))
}

/** What messages are sent with. */
const receiving = Struct.pick("organization_id", "id", "url", "sealed")

const dispatched = (before: State, alerts: ReadonlyArray<AlertRecord>): State => {
  const rows = new MemoryRows(before)
  for (const { id } of alerts) rows.dispatched(id)
  return spending.write(before, rows.version)
}

const dispatchIn = (before: State, { limit, newId, now }: Dispatch): Done<number> => {
  const alerts = Array.from(Iterable.take(new MemoryRows(before).undispatched(), limit))
  let after = before
  for (const alert of alerts) {
    const { organization_id } = alert.ref
    for (const webhook of webhooks.filtered(webhooks.slice.read(after), organization_id, {})) {
      const delivery = newDelivery(alert, webhook, { id: newId(), now })
      const done: Done<boolean> = delivery === null ? [false, after] : deliveries.insertInto(after, delivery)
      if (done instanceof StorageFailure) return done
      after = done[1]
    }
  }
  return [alerts.length, alerts.length === 0 ? before : dispatched(after, alerts)]
}

const claimIn = (before: State, { limit, now, until, webhook }: Claim): Done<ReadonlyArray<ClaimedDelivery>> => {
  const found = Option.filter(HashMap.get(webhooksIn(before), webhook), ({ disabled }) => !disabled)
  if (Option.isNone(found)) return [[], before]
  const { alerts } = spending.read(before).tables
  const claimed: Array<ClaimedDelivery> = []
  const end = DateTime.unsafeMake(until)
  let after = before
  for (const { alert_id, attempts, id, organization_id } of dueIn(before, found.value, now).slice(0, limit)) {
    const lease = { attempts: attempts + 1, until }
    const patch = { attempts: lease.attempts, leased_until: end, next_at: end }
    const done = deliveries.updateIn(after, organization_id, id, patch)
    if (done instanceof StorageFailure) return done
    after = done[1]
    claimed.push({ id, lease, webhook: receiving(found.value), alert: alerts.get(alert_id) ?? null })
  }
  return [claimed, after]
}

const instant = (at: number | null) => (at === null ? null : DateTime.unsafeMake(at))

export const make = contextOf(
  OutboxStore,
  Effect.map(MemoryState, (state) => {
    const { read } = state.of(webhooks.slice)
    const hasDue = (now: number) => (webhook: WebhookRecord, all: State) => dueIn(all, webhook, now).length > 0
    return OutboxStore.of({
      waiting: (now) =>
        read(({ records }, all) => ({
          alerts: !Iterable.isEmpty(new MemoryRows(all).undispatched()),
          deliveries: Iterable.some(HashMap.values(records), (webhook) => hasDue(now)(webhook, all))
        })),
      dispatch: (dispatch) => state.change((before) => dispatchIn(before, dispatch)),
      due: ({ after, limit, now }) =>
        read(({ records }, all) => {
          const pending = [...HashMap.values(records)]
            .filter((webhook) => (after === null || webhook.id > after) && dueIn(all, webhook, Infinity).length > 0)
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          const some = pending.slice(0, limit)
          const next: WebhookId | null = pending.length > limit ? (some.at(-1)?.id ?? null) : null
          const due = some.filter((webhook) => hasDue(now)(webhook, all))
          return { webhooks: due.map(({ id, organization_id }) => ({ id, organization_id })), next }
        }),
      claim: (claim) => state.change((before) => claimIn(before, claim)),
      note: ({ id, lease, webhook }, { ended_at, error, next_at, state: became, status }) =>
        state.change((before) => {
          const found = deliveries.find(deliveries.slice.read(before), webhook.organization_id, id)
          const isOurs =
            Option.isSome(found) &&
            found.value.state === "pending" &&
            found.value.attempts === lease.attempts &&
            found.value.leased_until?.epochMillis === lease.until
          if (!isOurs) return [false, before]
          const times = { next_at: instant(next_at), ended_at: instant(ended_at), leased_until: null }
          const patch = { state: became, status, error, ...times }
          const done = deliveries.updateIn(before, found.value.organization_id, id, patch)
          return done instanceof StorageFailure ? done : [true, done[1]]
        })
    })
  })
)
