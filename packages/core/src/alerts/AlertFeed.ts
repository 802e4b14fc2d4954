import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { sleepAside } from "../runtime/sleepAside.js"
import type { AlertRecord } from "../spending/model/AlertRecord.js"
import type { OrganizationId } from "../values/Id.js"
import type { Alert } from "./Alert.js"
import { AlertStore } from "./AlertStore.js"
import { showAlerts } from "./showAlerts.js"

/** How often alerts are read. */
const PERIOD = Duration.seconds(1)

/**
 * How far before the newest alert each read begins, in milliseconds. An act commits its alerts within five seconds of their time, and the
 * clocks of processes differ.
 */
const OVERLAP = 30_000

/** How many alerts are read at a time. */
const PAGE = 500

/** Of how many alerts it is known that they were passed on. */
const MAX_SEEN = 50_000
/** How many of these are kept once there are more. */
const KEPT_SEEN = 45_000

interface Subscription {
  /** Null for all organizations. */
  readonly organization_id: OrganizationId | null
  /** It neither throws nor takes long. */
  readonly listener: (alert: Alert) => void
}

/**
 * Passes on the alerts that any process stores in a database, within two seconds: each once to each subscription, in the order of their times. One
 * that is committed after a later one follows it. All subscriptions share one indexed read a second; without one, nothing is read.
 */
export class AlertFeed {
  readonly #subscriptions = new Set<Subscription>()
  /** The times of alerts that were passed on, or stored before the first subscription, by their ids. */
  #seen = new Map<string, number>()
  /** No read begins before it. */
  #begin = 0
  /** The time of the newest alert that was seen. */
  #newest = 0
  readonly #turns = Effect.unsafeMakeSemaphore(1)

  /** Whether there is no subscription. */
  get isIdle(): boolean {
    return this.#subscriptions.size === 0
  }

  /** Subscribes to alerts that are stored from now on. Returns what ends the subscription. */
  readonly subscribe = (subscription: Subscription) =>
    this.#turns.withPermits(1)(
      Effect.gen(this, function* () {
        if (this.isIdle) yield* this.#start
        else yield* this.#pass
        // Two subscriptions may be of one object.
        const own = { ...subscription }
        this.#subscriptions.add(own)
        return () => void this.#subscriptions.delete(own)
      })
    )

  /** Ends all subscriptions. */
  close(): void {
    this.#subscriptions.clear()
  }

  /** Passes on what was stored since the last read. */
  readonly poll = this.#turns.withPermits(1)(Effect.suspend(() => (this.isIdle ? Effect.void : this.#pass)))

  /** Polls each second until the last subscription ends. A failure of storage is logged, and what it has delayed is passed on later. */
  readonly run = Effect.gen(this, function* () {
    while (!this.isIdle) {
      yield* sleepAside(PERIOD)
      yield* Effect.catchAll(this.poll, (failure) =>
        Effect.logWarning("alerts could not be read for their subscriptions", failure.cause)
      )
    }
  })

  get #start() {
    return Effect.gen(this, function* () {
      const store = yield* AlertStore
      const now = yield* Clock.currentTimeMillis
      const newest = yield* store.newest
      this.#newest = newest ?? 0
      this.#begin = newest === null ? 0 : Math.min(now, newest) - OVERLAP
      this.#seen = new Map()
      this.#note(yield* this.#fresh)
    })
  }

  /** What is stored and was not seen. */
  get #fresh() {
    return Effect.gen(this, function* () {
      const store = yield* AlertStore
      const now = yield* Clock.currentTimeMillis
      const fresh: Array<AlertRecord> = []
      // By the earlier one of both, because either clock may be ahead.
      let place = { at: Math.max(this.#begin, Math.min(now, this.#newest) - OVERLAP), id: "" }
      for (;;) {
        const page = yield* store.after(place, PAGE)
        for (const alert of page) if (!this.#seen.has(alert.id)) fresh.push(alert)
        const last = page.at(-1)
        if (last === undefined || page.length < PAGE) return fresh
        place = last
      }
    })
  }

  get #pass() {
    return Effect.gen(this, function* () {
      const fresh = yield* this.#fresh
      if (fresh.length === 0) return
      const shown = yield* this.#show(fresh)
      // Only now, so that those of a read that fails are read again.
      this.#note(fresh)
      for (const { id, ref } of fresh) {
        const alert = shown.get(id)
        if (alert === undefined) continue
        for (const subscription of [...this.#subscriptions]) {
          const { listener, organization_id } = subscription
          // A listener may have ended another one.
          const isOpen = this.#subscriptions.has(subscription)
          if (isOpen && (organization_id ?? ref.organization_id) === ref.organization_id) listener(alert)
        }
      }
    })
  }

  /** The alerts of organizations with a subscription, by their ids. */
  #show(fresh: ReadonlyArray<AlertRecord>) {
    const wanted = [...this.#subscriptions].map(({ organization_id }) => organization_id)
    const byOrganization = new Map<OrganizationId, Array<AlertRecord>>()
    for (const alert of fresh) {
      const { organization_id } = alert.ref
      if (!wanted.includes(null) && !wanted.includes(organization_id)) continue
      const others = byOrganization.get(organization_id)
      if (others === undefined) byOrganization.set(organization_id, [alert])
      else others.push(alert)
    }
    return Effect.map(
      Effect.forEach(byOrganization, ([organization_id, records]) => showAlerts(organization_id, records)),
      (shown) => new Map(shown.flat().map((alert) => [alert.id, alert]))
    )
  }

  #note(alerts: ReadonlyArray<AlertRecord>): void {
    for (const { at, id } of alerts) {
      this.#seen.set(id, at)
      this.#newest = Math.max(this.#newest, at)
    }
    if (this.#seen.size <= MAX_SEEN) return
    // The oldest ones by their times: what a clock that is ahead has stored is read again until its time is over.
    const byTime = [...this.#seen].sort(([, one], [, other]) => one - other)
    const forgotten = byTime.splice(0, byTime.length - KEPT_SEEN)
    this.#seen = new Map(byTime)
    // Of what was forgotten, nothing is passed on twice.
    for (const [, at] of forgotten.slice(-1)) this.#begin = Math.max(this.#begin, at + 1)
  }
}
