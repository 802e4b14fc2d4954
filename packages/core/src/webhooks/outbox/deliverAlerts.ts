import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { Vault } from "../../byok/Vault.js"
import type { GuardrailStore } from "../../guardrails/GuardrailStore.js"
import type { KeyStore } from "../../keys/KeyStore.js"
import type { OrganizationStore } from "../../organizations/OrganizationStore.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import { Entropy } from "../../runtime/Entropy.js"
import { sleepAside } from "../../runtime/sleepAside.js"
import type { OrganizationId } from "../../values/Id.js"
import type { WorkspaceStore } from "../../workspaces/WorkspaceStore.js"
import type { WebhookId } from "../Webhook.js"
import { WebhookDeliveryId } from "../WebhookDelivery.js"
import { deliver } from "./deliver.js"
import { type ClaimedDelivery, OutboxStore, type WebhookPlace } from "./OutboxStore.js"

/** The secrets of webhooks, and the names of what alerts are about. */
type Delivering = OutboxStore | Vault | GuardrailStore | KeyStore | OrganizationStore | WorkspaceStore

/** How often storage is asked what waits. */
const POLL = Duration.seconds(1)
/** The longest time between two questions while storage fails. */
const MOST_BACK_OFF = Duration.seconds(30)
/** How long one process alone has a delivery: more than an exchange takes, and its note. */
const LEASE_MILLIS = 60_000
/** How many alerts get their deliveries in one act. */
const DISPATCHED_AT_ONCE = 100
/** How many acts of these run before due deliveries are sent. */
const MOST_ACTS = 10
/** How many webhooks with pending deliveries are looked at in one act. */
const WEBHOOKS_AT_ONCE = 1_000
/** How many messages are sent to a webhook at a time. */
const OF_WEBHOOK = 8
/** The same to one that has not answered the last one. */
const OF_SILENT = 1
/** How many messages are sent at a time. An organization has at most half of those that the others leave. */
const OF_PROCESS = 128
/** How many of these go to webhooks that have not answered. The others stay free for those that do. */
const OF_ALL_SILENT = 48
/** How many webhooks are known to be silent. */
const MOST_SILENT = 10_000

/** How long what is being sent may go on when the scope closes. What is given up is sent again once its lease has ended. */
const CLOSING = Duration.seconds(1)

/** How many messages are being sent, by whose they are or where they go. */
class Counts<K> {
  readonly #of = new Map<K, number>()

  of(key: K): number {
    return this.#of.get(key) ?? 0
  }

  add(key: K, by: number): void {
    const of = this.of(key) + by
    if (of === 0) this.#of.delete(key)
    else this.#of.set(key, of)
  }
}

/** How many messages are being sent, and which webhooks have not answered. */
class InFlight {
  readonly #to = new Counts<WebhookId>()
  readonly #of = new Counts<OrganizationId>()
  readonly #silent = new BoundedMap<WebhookId, true>(MOST_SILENT)
  #all = 0
  #toSilent = 0

  /** How many messages are being sent to a webhook. */
  sentTo(webhook: WebhookId): number {
    return this.#to.of(webhook)
  }

  /** How many more messages may be sent to a webhook now. */
  freeFor({ id, organization_id }: WebhookPlace): number {
    const to = this.sentTo(id)
    const own = this.#of.of(organization_id)
    const all = OF_PROCESS - this.#all
    // No more than half of what the others leave, so that one with many slow receivers leaves places to the next ones.
    const mine = Math.min(all, Math.ceil((all + own) / 2) - own)
    const some = this.#silent.has(id)
      ? Math.min(OF_SILENT - to, OF_ALL_SILENT - this.#toSilent, mine)
      : Math.min(OF_WEBHOOK - to, mine)
    return Math.max(0, some)
  }

  /** Notes that a message is being sent. Returns what is called when it was. */
  begin({ id, organization_id }: WebhookPlace): (hasAnswered: boolean) => void {
    const isSilent = this.#silent.has(id)
    const add = (by: number) => {
      this.#to.add(id, by)
      this.#of.add(organization_id, by)
      this.#all += by
      if (isSilent) this.#toSilent += by
    }
    add(1)
    return (hasAnswered) => {
      add(-1)
      if (hasAnswered) this.#silent.delete(id)
      else this.#silent.set(id, true)
    }
  }
}

const make = Effect.gen(function* () {
  const outbox = yield* OutboxStore
  const entropy = yield* Entropy
  const sending = yield* FiberSet.make()
  const send = yield* FiberSet.runtime(sending)<Delivering>()
  const inFlight = new InFlight()
  /** Has an element once there is reason to look before the next poll. */
  const wakes = yield* Queue.dropping<void>(1)
  const newId = () => WebhookDeliveryId.make(entropy.uuid())
  /** Webhooks that may have further deliveries which are due. */
  const behind = new Set<WebhookId>()
  let after: WebhookId | null = null

  const begin = (claimed: ClaimedDelivery) => {
    const { webhook } = claimed
    const end = inFlight.begin(webhook)
    const warned = Effect.catchAllCause(deliver(claimed), (cause) =>
      Effect.as(
        Cause.isInterruptedOnly(cause) ? Effect.void : Effect.logWarning("a message to a webhook could not be sent"),
        false
      )
    )
    send(
      Effect.flatMap(warned, (hasAnswered) => {
        end(hasAnswered)
        // Half of them together, so that each claim has several.
        const isTime = behind.has(webhook.id) && inFlight.freeFor(webhook) >= OF_WEBHOOK / 2
        return isTime ? Queue.offer(wakes, undefined) : Effect.void
      })
    )
  }

  const claimOf = Effect.fnUntraced(function* (webhook: WebhookPlace) {
    const { id } = webhook
    const limit = inFlight.freeFor(webhook)
    if (limit === 0) return
    const now = yield* Clock.currentTimeMillis
    const claimed = yield* outbox.claim({ webhook: id, now, until: now + LEASE_MILLIS, limit })
    if (claimed.length < limit) behind.delete(id)
    else behind.add(id)
    claimed.forEach(begin)
  })

  const dispatch = Effect.gen(function* () {
    for (let act = 0; act < MOST_ACTS; act++) {
      const now = yield* Clock.currentTimeMillis
      if ((yield* outbox.dispatch({ now, limit: DISPATCHED_AT_ONCE, newId })) < DISPATCHED_AT_ONCE) return
    }
  })

  const look = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { alerts, deliveries } = yield* outbox.waiting(now)
    if (alerts) yield* dispatch
    if (!alerts && !deliveries) return
    const due = yield* outbox.due({ now, after, limit: WEBHOOKS_AT_ONCE })
    after = due.next
    // Those that have the least first: what is free when all of them are behind goes to each in its turn.
    const inTurn = due.webhooks.toSorted((one, other) => inFlight.sentTo(one.id) - inFlight.sentTo(other.id))
    yield* Effect.forEach(inTurn, claimOf, { discard: true })
  })
  return { look, sending, wakes }
})

/** Looks each second, or sooner if it is woken. While storage fails, more and more seldom. It warns once. */
const looking = ({ look, wakes }: Effect.Effect.Success<typeof make>) => {
  const warning = Effect.logWarning("alerts are not delivered, because storage fails")
  const pause = (pause: Duration.Duration) => Effect.raceFirst(sleepAside(pause), Queue.take(wakes))
  const failed = (failures: number): Effect.Effect<never> =>
    Effect.zipRight(
      failures === 1 ? warning : Effect.void,
      Effect.zipRight(sleepAside(Duration.min(Duration.times(POLL, 2 ** failures), MOST_BACK_OFF)), from(failures))
    )
  const from = (failures: number): Effect.Effect<never> =>
    // A defect ends no more than one look.
    Effect.matchCauseEffect(look, {
      onFailure: () => failed(failures + 1),
      onSuccess: () => Effect.zipRight(pause(POLL), from(0))
    })
  return from(0)
}

/**
 * Delivers alerts to webhooks until the scope closes: creates the deliveries of new alerts, and sends those that are due by `WebhookSender`, each
 * leased by one process. A receiver that does not answer delays no other one. Any number of processes may do it for one database. It does not
 * keep the process alive.
 *
 * @example
 * import { Memory, deliverAlerts } from "@tollgate/core"
 * import { Layer } from "effect"
 *
 * export const accounts = Layer.provideMerge(deliverAlerts, Memory.layer)
 */
export const deliverAlerts: Layer.Layer<never, never, Delivering> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const made = yield* make
    yield* Effect.addFinalizer(() =>
      FiberSet.awaitEmpty(made.sending).pipe(
        Effect.disconnect,
        Effect.timeoutOption(CLOSING),
        Effect.withClock(Clock.make()),
        Effect.interruptible
      )
    )
    yield* Effect.forkScoped(looking(made))
  })
)
