import { expect } from "@effect/vitest"
import { createKey, createWebhook, deleteWebhook, recordUsage, updateWebhook, WebhookDeliveryId } from "@tollgate/core"
import {
  type Attempted,
  CHUNK,
  OutboxStore,
  type Stores,
  Vault,
  WEBHOOK_DISABLED,
  WebhookStore
} from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aKey, someUsage } from "../keys.js"
import * as TestAccount from "../TestAccount.js"
import { aDeliveryRecord, aWebhook, aWebhookPatch } from "../webhooks.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"

const newId = () => WebhookDeliveryId.make(crypto.randomUUID())

const delivered = (at: number): Attempted => ({
  state: "delivered",
  next_at: null,
  ended_at: at,
  status: 204,
  error: null
})

const later = (at: number, next_at: number): Attempted => ({
  state: "pending",
  next_at,
  ended_at: null,
  status: 500,
  error: `status ${at > 0 ? 500 : 0}`
})

/** A clock that is ahead of another. */
const ahead = (clock: Clock.Clock, millis: number): Clock.Clock => ({
  ...Clock.make(),
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + millis,
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis)
})

/** An account, and what its tests do with its outbox. */
const opened = Effect.gen(function* () {
  const outbox = yield* OutboxStore
  const store = yield* WebhookStore
  const vault = yield* Vault.makeEphemeral
  const account = yield* Effect.provideService(TestAccount.make(), Vault, vault)
  const { id: organization } = account.organization
  const as = Effect.provide(Context.add(account.asManager, Vault, vault))
  const webhook = (input: Parameters<typeof aWebhook>[0] = {}) =>
    Effect.map(as(createWebhook(aWebhook(input))), ({ data }) => data.id)
  /** A new key spends its whole limit at once, and so crosses three thresholds. */
  const crossings = as(
    Effect.flatMap(createKey(aKey({ limit: 1 })), ({ data }) => recordUsage(data.hash, someUsage({ usage: 1 })))
  )
  /** A moment after all that was stored. */
  const now = Effect.map(Clock.currentTimeMillis, (now) => now + 1_000)
  const dispatch = (limit = 100) => Effect.flatMap(now, (now) => outbox.dispatch({ now, limit, newId }))
  const deliveries = (id: Effect.Effect.Success<ReturnType<typeof webhook>>) =>
    Effect.map(store.listDeliveries(organization, id, { limit: 100, offset: 0 }), (found) =>
      Option.toArray(found).flatMap(({ data }) => data)
    )
  const claim = (of: Effect.Effect.Success<ReturnType<typeof webhook>>, at: number, limit = 100) =>
    outbox.claim({ webhook: of, now: at, until: at + 60_000, limit })
  return { outbox, store, account, organization, as, webhook, crossings, now, dispatch, deliveries, claim }
})

/** Promises of every `OutboxStore`. */
export const outboxStoreContract = contract<Stores>("OutboxStore", (promise) => {
  promise("creates a delivery of each alert for each enabled webhook whose filters let it through, once", () =>
    Effect.gen(function* () {
      const { as, crossings, deliveries, dispatch, now, outbox, webhook } = yield* opened
      const all = yield* webhook()
      const ofKeys = yield* webhook({ kinds: ["refused", "crossing"], scopes: ["key"] })
      const others = [yield* webhook({ kinds: ["request"] }), yield* webhook({ scopes: ["workspace", "run"] })]
      const disabled = yield* webhook({ disabled: true })
      const elsewhere = yield* opened
      const foreign = yield* elsewhere.webhook()
      expect(yield* Effect.flatMap(now, outbox.waiting)).toEqual({ alerts: false, deliveries: false })
      yield* crossings
      expect(yield* Effect.flatMap(now, outbox.waiting)).toEqual({ alerts: true, deliveries: false })
      expect(yield* dispatch()).toBe(3)
      expect(yield* dispatch()).toBe(0)
      expect(yield* Effect.flatMap(now, outbox.waiting)).toEqual({ alerts: false, deliveries: true })
      const [one, other] = [yield* deliveries(all), yield* deliveries(ofKeys)]
      expect(new Set(one.map(({ alert_id }) => alert_id)).size).toBe(3)
      expect(other.map(({ alert_id }) => alert_id).toSorted()).toEqual(one.map(({ alert_id }) => alert_id).toSorted())
      for (const { attempts, ended_at, error, state, status } of [...one, ...other]) {
        expect({ attempts, ended_at, error, state, status }).toEqual({
          attempts: 0,
          ended_at: null,
          error: null,
          state: "pending",
          status: null
        })
      }
      for (const id of [...others, disabled]) expect(yield* deliveries(id)).toEqual([])
      expect(yield* elsewhere.deliveries(foreign)).toEqual([])
      // Enabled later, it gets what comes later.
      yield* as(updateWebhook(disabled, aWebhookPatch({ disabled: false })))
      expect(yield* dispatch()).toBe(0)
      yield* crossings
      expect(yield* dispatch()).toBe(3)
      expect(yield* deliveries(disabled)).toHaveLength(3)
    })
  )

  promise("creates no delivery for a webhook that was created more than a minute after the alert", () =>
    Effect.gen(function* () {
      const { crossings, deliveries, dispatch, webhook } = yield* opened
      const clock = yield* Effect.clock
      const almost = yield* Effect.withClock(webhook(), ahead(clock, 30_000))
      const newer = yield* Effect.withClock(webhook(), ahead(clock, 90_000))
      yield* crossings
      expect(yield* dispatch()).toBe(3)
      expect([(yield* deliveries(almost)).length, yield* deliveries(newer)]).toEqual([3, []])
    })
  )

  promise("dispatches the oldest alerts first, at most so many, also if nobody is to have them", () =>
    Effect.gen(function* () {
      const { claim, crossings, deliveries, dispatch, now, webhook } = yield* opened
      yield* crossings
      expect(yield* dispatch()).toBe(3)
      const id = yield* webhook()
      yield* crossings
      yield* crossings
      expect([yield* dispatch(4), (yield* deliveries(id)).length]).toEqual([4, 4])
      expect([yield* dispatch(4), yield* dispatch(4), (yield* deliveries(id)).length]).toEqual([2, 0, 6])
      const times = (yield* claim(id, yield* now)).map(({ alert }) => alert?.at ?? 0)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(times).toHaveLength(6)
    })
  )

  promise(
    "leases due deliveries to one process, with their alert and what they are sent with, until the lease ends",
    () =>
      Effect.gen(function* () {
        const { account, claim, crossings, deliveries, dispatch, now, store, organization, webhook } = yield* opened
        const id = yield* webhook({ url: "https://hooks.example/a" })
        yield* crossings
        yield* dispatch()
        const at = yield* now
        const first = yield* claim(id, at, 2)
        const { sealed } = Option.getOrThrow(yield* store.findSealed(organization, id))
        expect(first.map(({ lease }) => lease)).toEqual([1, 2].map(() => ({ attempts: 1, until: at + 60_000 })))
        expect(plain(first[0]?.webhook)).toEqual(
          plain({
            organization_id: organization,
            id,
            url: "https://hooks.example/a",
            sealed
          })
        )
        expect(first[0]?.alert).toMatchObject({
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          kind: "crossing",
          ref: { organization_id: account.organization.id, kind: "key", guardrail_id: null },
          window: "lifetime",
          limit: 1_000_000_000n,
          spent: 1_000_000_000n,
          held: 0n,
          unknown: 0n,
          resets_at: null,
          request: null
        })
        const [third, ...more] = yield* claim(id, at)
        expect([first.some((one) => one.id === third?.id), more]).toEqual([false, []])
        expect(new Set([...first, third].map((one) => one?.alert?.threshold))).toEqual(new Set([50, 80, 100]))
        expect(yield* claim(id, at + 59_999)).toEqual([])
        const again = yield* claim(id, at + 60_000)
        expect(again.map(({ lease }) => lease.attempts)).toEqual([2, 2, 2])
        expect((yield* deliveries(id)).map(({ attempts, state }) => [attempts, state])).toEqual(
          [1, 2, 3].map(() => [2, "pending"])
        )
      })
  )

  promise("notes what became of an attempt by the process that has its lease, once", () =>
    Effect.gen(function* () {
      const { claim, crossings, deliveries, dispatch, now, outbox, store, organization, webhook } = yield* opened
      const id = yield* webhook()
      yield* crossings
      yield* dispatch()
      const at = yield* now
      const [one, two, three] = yield* claim(id, at)
      if (one === undefined || two === undefined || three === undefined) throw new Error("Three are due.")
      const note = (of: typeof one, attempted: Attempted) => outbox.note(of, attempted)
      expect([yield* note(one, delivered(at)), yield* note(one, delivered(at))]).toEqual([true, false])
      expect([yield* note(two, later(at, at + 5_000)), yield* note(two, delivered(at))]).toEqual([true, false])
      expect(
        yield* note(three, { state: "failed", next_at: null, ended_at: at, status: 410, error: "status 410" })
      ).toBe(true)
      const found = new Map((yield* deliveries(id)).map((delivery) => [delivery.id, delivery]))
      const instant = DateTime.unsafeMake
      expect(found.get(one.id)).toMatchObject({ state: "delivered", ended_at: instant(at), status: 204, error: null })
      expect(found.get(two.id)).toMatchObject({
        state: "pending",
        next_at: instant(at + 5_000),
        ended_at: null,
        status: 500,
        error: "status 500"
      })
      expect(found.get(three.id)).toMatchObject({ state: "failed", next_at: null, status: 410, error: "status 410" })
      expect([yield* claim(id, at + 4_999), (yield* claim(id, at + 5_000)).map((delivery) => delivery.id)]).toEqual([
        [],
        [two.id]
      ])
      // A process whose lease has ended, and one that had it before it was to be sent again.
      expect(yield* note(two, delivered(at))).toBe(false)
      yield* store.redeliver(organization, id, one.id, instant(at))
      const [anew] = yield* claim(id, at + 1)
      expect([anew?.id, anew?.lease.attempts, yield* note(one, later(at, at))]).toEqual([one.id, 1, false])
    })
  )

  promise("steps through the webhooks that have something due, a look-up each", () =>
    Effect.gen(function* () {
      const { claim, crossings, dispatch, now, organization, outbox, webhook } = yield* opened
      const ids = yield* Effect.replicateEffect(webhook(), 4)
      const sorted = ids.toSorted()
      const [first, second, third, last] = sorted
      if (first === undefined || second === undefined) throw new Error("There are four.")
      yield* crossings
      yield* dispatch()
      const at = yield* now
      const due = (after: typeof first | null, limit: number) => outbox.due({ now: at, after, limit })
      const of = (...ids: ReadonlyArray<typeof first | undefined>) =>
        ids.map((id) => ({ id, organization_id: organization }))
      expect(yield* due(null, 10)).toEqual({ webhooks: of(...sorted), next: null })
      expect(yield* due(null, 3)).toEqual({ webhooks: of(first, second, third), next: third })
      expect(yield* due(third ?? null, 3)).toEqual({ webhooks: of(last), next: null })
      expect((yield* outbox.due({ now: 0, after: null, limit: 10 })).webhooks).toEqual([])
      yield* claim(second, at, 2)
      expect((yield* due(null, 10)).webhooks).toEqual(of(...sorted))
      yield* claim(second, at, 2)
      expect((yield* due(null, 10)).webhooks).toEqual(of(first, third, last))
    })
  )

  promise("sends nothing to a webhook that is disabled or deleted meanwhile", () =>
    Effect.gen(function* () {
      const { as, claim, crossings, dispatch, now, outbox, webhook } = yield* opened
      const [one, other] = [yield* webhook(), yield* webhook()]
      yield* crossings
      yield* dispatch()
      const at = yield* now
      const [leased] = yield* claim(other, at, 1)
      yield* as(updateWebhook(one, aWebhookPatch({ disabled: true })))
      yield* as(deleteWebhook(other))
      if (leased === undefined) throw new Error("One was due.")
      expect([yield* claim(one, at), yield* claim(other, at)]).toEqual([[], []])
      expect(yield* outbox.note(leased, delivered(at))).toBe(false)
      expect(yield* outbox.waiting(at)).toEqual({ alerts: false, deliveries: false })
    })
  )

  promise(
    "shows and sends nothing of a webhook that was deleted with many deliveries, and deletes what is due of it",
    () =>
      Effect.gen(function* () {
        const { as, claim, now, organization, outbox, store, webhook } = yield* opened
        const [id, other] = [yield* webhook(), yield* webhook()]
        const at = yield* now
        const next_at = DateTime.unsafeMake(at)
        const fields = Array.from({ length: 2 * CHUNK + 20 }, (_, index) =>
          index % 2 === 0 ? { next_at } : ({ state: "delivered", next_at: null, ended_at: next_at } as const)
        )
        // More are pending than are deleted with the webhook.
        const all = [...fields, ...Array.from({ length: CHUNK }, () => ({ next_at }))]
        const stored = (webhook: typeof id, fields: (typeof all)[number]) =>
          Effect.tap(aDeliveryRecord({ organization_id: organization, id: webhook }, fields), store.insertDelivery)
        const records = yield* Effect.forEach(all, (one) => stored(id, one), { concurrency: 50 })
        yield* stored(other, { next_at })
        yield* as(deleteWebhook(id))
        expect(Option.isNone(yield* store.listDeliveries(organization, id, { limit: 10, offset: 0 }))).toBe(true)
        for (const record of records.slice(-2)) {
          expect(yield* store.findDelivery(organization, id, record.id)).toEqual(Option.none())
          expect(yield* store.redeliver(organization, id, record.id, next_at)).toEqual(Option.none())
        }
        expect((yield* outbox.due({ now: 0, after: null, limit: 10 })).webhooks).toEqual([])
        for (let act = 0; act < 3; act++) expect(yield* claim(id, at)).toEqual([])
        expect((yield* outbox.due({ now: at, after: null, limit: 10 })).webhooks).toEqual([
          { id: other, organization_id: organization }
        ])
        expect(yield* claim(other, at)).toHaveLength(1)
        expect(yield* outbox.waiting(at)).toEqual({ alerts: false, deliveries: false })
      })
  )

  promise("ends what is pending of a webhook that is disabled, and all of it before it is enabled again", () =>
    Effect.gen(function* () {
      const { as, claim, deliveries, now, organization, outbox, store, webhook } = yield* opened
      const [id, again] = [yield* webhook(), yield* webhook()]
      const at = yield* now
      const instant = DateTime.unsafeMake(at)
      // More than end with the webhook, for one of which the lease has not ended.
      const records = (webhook_id: typeof id) =>
        Effect.forEach(
          Array.from({ length: 2 * CHUNK + 20 }, (_, index) => (index === 0 ? at + 60_000 : at)),
          (next_at) =>
            Effect.tap(
              aDeliveryRecord(
                { organization_id: organization, id: webhook_id },
                { next_at: DateTime.unsafeMake(next_at) }
              ),
              store.insertDelivery
            ),
          { concurrency: 50 }
        )
      const statesOf = (webhook_id: typeof id) =>
        Effect.map(store.listDeliveries(organization, webhook_id, { limit: 1, offset: 0 }, "failed"), (found) => ({
          failed: Option.match(found, { onNone: () => 0, onSome: ({ total_count }) => total_count }),
          errors: Option.toArray(found).flatMap(({ data }) => data.map(({ error }) => error))
        }))
      const all = { failed: 2 * CHUNK + 20, errors: [WEBHOOK_DISABLED] }
      yield* Effect.zipRight(records(id), records(again))
      for (const one of [id, again]) yield* as(updateWebhook(one, aWebhookPatch({ disabled: true })))
      yield* as(updateWebhook(again, aWebhookPatch({ disabled: false })))
      expect(yield* statesOf(again)).toEqual(all)
      for (let act = 0; act < 3; act++) expect(yield* claim(id, at + 60_000)).toEqual([])
      expect(yield* statesOf(id)).toEqual(all)
      expect(yield* outbox.waiting(at + 60_000)).toEqual({ alerts: false, deliveries: false })
      expect(
        (yield* deliveries(id)).every(
          ({ ended_at }) => ended_at !== null && ended_at.epochMillis >= instant.epochMillis - 1_000
        )
      ).toBe(true)
    })
  )

  promise("dispatches and leases each once in several processes at once", () =>
    Effect.gen(function* () {
      const { claim, crossings, deliveries, dispatch, now, webhook } = yield* opened
      const ids = [yield* webhook(), yield* webhook()]
      yield* Effect.replicateEffect(crossings, 8)
      const at = 8
      const atOnce = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.all(
          Array.from({ length: at }, () => effect),
          { concurrency: "unbounded" }
        )
      const counts = yield* atOnce(dispatch(5))
      const rest = yield* dispatch()
      expect(counts.reduce((sum, count) => sum + count, rest)).toBe(24)
      const instant = yield* now
      for (const id of ids) {
        const claimed = (yield* atOnce(claim(id, instant, 2))).flat()
        const left = yield* claim(id, instant)
        const all = [...claimed, ...left].map((one) => one.id)
        expect([all.length, new Set(all).size, (yield* deliveries(id)).length]).toEqual([24, 24, 24])
      }
    })
  )
})
