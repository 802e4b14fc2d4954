import { expect } from "@effect/vitest"
import { type WebhookDelivery, WebhookId } from "@tollgate/core"
import { Transaction, type WebhookDeliveryRecord, WebhookStore, webhookRecords } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after, noon } from "../instant.js"
import { aHome } from "../organizations.js"
import { aDeliveryRecord, aWebhookRecord } from "../webhooks.js"
import { contract } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const shown: (record: WebhookDeliveryRecord) => WebhookDelivery = Struct.omit("organization_id", "leased_until")

const ended = { state: "delivered", next_at: null, ended_at: after(60), attempts: 3, status: 204 } as const
const failed = { state: "failed", next_at: null, ended_at: after(30), attempts: 9, error: "timeout" } as const

/** Two webhooks of an organization, and one of another. */
const stored = Effect.gen(function* () {
  const store = yield* WebhookStore
  const home = yield* aHome()
  const [webhook, second] = [yield* aWebhookRecord(home), yield* aWebhookRecord(home)]
  const foreign = yield* aWebhookRecord(yield* aHome("Elsewhere"))
  for (const record of [webhook, second, foreign]) yield* store.insert(record)
  const organization = home.organization_id
  const ids = ({ id, organization_id }: typeof webhook) =>
    Effect.map(store.listDeliveries(organization_id, id, { limit: 100, offset: 0 }), (found) =>
      Option.toArray(found)
        .flatMap(({ data }) => data.map(({ id }) => id))
        .toSorted()
    )
  /** Stores deliveries of a webhook with these differences. */
  const deliver = (of: typeof webhook, ...differences: ReadonlyArray<Partial<WebhookDeliveryRecord>>) =>
    Effect.forEach(differences, (fields) =>
      Effect.tap(aDeliveryRecord(of, fields), (record) =>
        Effect.map(store.insertDelivery(record), (_) => expect(_).toBe(true))
      )
    )
  return { store, home, organization, webhook, second, foreign, deliver, ids }
})

/** Promises of every `WebhookStore`. */
export const webhookStoreContract = contract<WebhookStore | Transaction>("WebhookStore", (promise) => {
  recordPromises(promise, webhookRecords, {
    noun: "webhook",
    store: WebhookStore,
    make: aWebhookRecord,
    refs: ({ id }) => [id],
    changes: {
      name: "Night shift",
      url: "http://127.0.0.1:8080/in",
      kinds: ["crossing", "refused", "unknown", "request"],
      scopes: ["key", "organization"],
      disabled: true,
      sealed: Uint8Array.of(1, 2, 3)
    },
    listed: [2, 0, 2].map((seconds) => ({ created_at: after(seconds) }))
  })

  promise("returns a webhook with its sealed secret, and never another organization's", () =>
    Effect.gen(function* () {
      const { foreign, organization, store, webhook } = yield* stored
      expect(plain(yield* store.findSealed(organization, webhook.id))).toEqual(plain([webhook]))
      expect(plain(yield* store.findSealed(organization, foreign.id))).toEqual([])
    })
  )

  promise("counts an organization's webhooks, of which no other is added before the transaction ends", () =>
    Effect.gen(function* () {
      const { foreign, home, organization, store } = yield* stored
      const { run } = yield* Transaction
      expect(yield* store.count(organization)).toBe(2)
      expect(yield* store.count(foreign.organization_id)).toBe(1)
      const rivals = yield* Effect.replicateEffect(aWebhookRecord(home), 10)
      const upTo5 = (record: (typeof rivals)[number]) =>
        run(
          Effect.flatMap(store.count(organization), (count) =>
            count < 5 ? Effect.as(store.insert(record), true) : Effect.succeed(false)
          )
        )
      const added = yield* Effect.forEach(rivals, upTo5, { concurrency: "unbounded" })
      expect(added.filter((done) => done).length).toBe(3)
      expect(yield* store.count(organization)).toBe(5)
    })
  )

  promise("stores one delivery of an alert for each webhook, whoever comes first", () =>
    Effect.gen(function* () {
      const { deliver, ids, second, store, webhook } = yield* stored
      const rivals = yield* Effect.replicateEffect(aDeliveryRecord(webhook), 10)
      const { alert_id } = rivals[0] ?? expect.fail("no rivals")
      const done = yield* Effect.forEach(rivals, (one) => store.insertDelivery({ ...one, alert_id }), {
        concurrency: "unbounded"
      })
      expect(done.filter((inserted) => inserted).length).toBe(1)
      expect(yield* ids(webhook)).toEqual(rivals.filter((_, index) => done[index]).map(({ id }) => id))
      yield* deliver(second, { alert_id })
    })
  )

  promise("lists the deliveries of a webhook newest first, and counts them, with each state", () =>
    Effect.gen(function* () {
      const { deliver, foreign, organization, second, store, webhook } = yield* stored
      const records = yield* deliver(
        webhook,
        ...[ended, failed, {}, ended].map((fields, index) => ({ ...fields, created_at: after(-index) }))
      )
      yield* deliver(second, ended)
      yield* deliver(foreign, ended)
      const of = (state?: WebhookDelivery["state"]) => (page: { limit: number; offset: number }) =>
        Effect.flatMap(store.listDeliveries(organization, webhook.id, page, state), Effect.orDie)
      yield* expectInPages(of(), records.map(shown))
      for (const state of ["pending", "delivered", "failed"] as const) {
        yield* expectInPages(of(state), records.filter((one) => one.state === state).map(shown))
      }
      const page = { limit: 10, offset: 0 }
      expect(plain(yield* store.listDeliveries(organization, foreign.id, page))).toEqual([])
      expect(plain(yield* store.listDeliveries(foreign.organization_id, webhook.id, page))).toEqual([])
      const none = WebhookId.make("00000000-0000-4000-8000-000000000000")
      expect(plain(yield* store.listDeliveries(organization, none, page))).toEqual([])
    })
  )

  promise("finds a delivery of its webhook, and of no other", () =>
    Effect.gen(function* () {
      const { deliver, foreign, organization, second, store, webhook } = yield* stored
      for (const record of yield* deliver(webhook, ended, {})) {
        expect(plain(yield* store.findDelivery(organization, webhook.id, record.id))).toEqual(plain([shown(record)]))
        expect(plain(yield* store.findDelivery(organization, second.id, record.id))).toEqual([])
        expect(plain(yield* store.findDelivery(foreign.organization_id, webhook.id, record.id))).toEqual([])
      }
    })
  )

  promise("makes a delivery that has ended pending again, due at once and without attempts", () =>
    Effect.gen(function* () {
      const { deliver, foreign, organization, second, store, webhook } = yield* stored
      const [done, lost, waiting] = yield* deliver(webhook, ended, failed, { attempts: 2, next_at: after(90) })
      if (done === undefined || lost === undefined || waiting === undefined) return expect.fail("no deliveries")
      const fresh = {
        state: "pending",
        attempts: 0,
        next_at: after(120),
        ended_at: null,
        status: null,
        error: null
      } as const
      for (const record of [done, lost]) {
        const again = (of: typeof webhook, at = 120) => store.redeliver(of.organization_id, of.id, record.id, after(at))
        expect(plain(yield* again(second))).toEqual([])
        expect(plain(yield* again(foreign))).toEqual([])
        const expected = plain([{ ...shown(record), ...fresh }])
        expect(plain(yield* again(webhook))).toEqual(expected)
        expect(plain(yield* again(webhook, 300))).toEqual([])
        expect(plain(yield* store.findDelivery(organization, webhook.id, record.id))).toEqual(expected)
      }
      expect(plain(yield* store.redeliver(organization, webhook.id, waiting.id, after(120)))).toEqual([])
      expect(plain(yield* store.findDelivery(organization, webhook.id, waiting.id))).toEqual(plain([shown(waiting)]))
    })
  )

  promise("ends what is pending of one webhook, also what a process is sending", () =>
    Effect.gen(function* () {
      const { deliver, foreign, organization, second, store, webhook } = yield* stored
      const records = yield* deliver(webhook, {}, { leased_until: after(30), attempts: 1, status: 503 }, ended)
      const others = [...(yield* deliver(second, {})), ...(yield* deliver(foreign, {}))]
      expect(yield* store.endPending(foreign.organization_id, webhook.id, "disabled", after(5))).toBe(0)
      expect(yield* store.endPending(organization, webhook.id, "disabled", after(5))).toBe(2)
      expect(yield* store.endPending(organization, webhook.id, "disabled", after(6))).toBe(0)
      for (const record of records) {
        const now =
          record.state === "pending"
            ? { ...record, state: "failed" as const, next_at: null, ended_at: after(5), error: "disabled" }
            : record
        expect(plain(yield* store.findDelivery(organization, webhook.id, record.id))).toEqual(plain([shown(now)]))
      }
      for (const record of others) {
        const found = yield* store.findDelivery(record.organization_id, record.webhook_id, record.id)
        expect(plain(found)).toEqual(plain([shown(record)]))
      }
    })
  )

  promise("deletes a webhook with its deliveries, and those of no other", () =>
    Effect.gen(function* () {
      const { deliver, ids, organization, second, store, webhook } = yield* stored
      yield* deliver(webhook, ended, failed, {})
      const [kept] = yield* deliver(second, {})
      expect(plain(yield* store.delete(organization, webhook.id))).toEqual(
        plain([Struct.omit(webhook, "organization_id", "sealed")])
      )
      expect(yield* ids(second)).toEqual([kept?.id])
      // Nothing is left of it, so that the same webhook begins empty.
      yield* store.insert(webhook)
      yield* expectInPages(
        (page) => Effect.flatMap(store.listDeliveries(organization, webhook.id, page), Effect.orDie),
        []
      )
    })
  )

  promise("deletes deliveries that ended before an instant, oldest first and a few at a time", () =>
    Effect.gen(function* () {
      const { deliver, foreign, ids, store, webhook } = yield* stored
      // Two months earlier than all that other tests have stored.
      const at = (seconds: number) => after(seconds - 86_400 * 60)
      const [third, first, recent, pending] = yield* deliver(
        webhook,
        { ...ended, ended_at: at(3) },
        { ...failed, ended_at: at(1) },
        { ...ended, ended_at: noon },
        { created_at: at(0) }
      )
      const [second] = yield* deliver(foreign, { ...ended, ended_at: at(2) })
      expect(yield* store.pruneDeliveries(at(10), 2)).toBe(2)
      expect(yield* ids(webhook)).toEqual([third, recent, pending].map((one) => one?.id).toSorted())
      expect(yield* ids(foreign)).toEqual([])
      expect([first?.id, second?.id]).not.toContain(undefined)
      expect(yield* store.pruneDeliveries(at(3), 2)).toBe(0)
      expect(yield* store.pruneDeliveries(at(10), 2)).toBe(1)
      expect(yield* ids(webhook)).toEqual([recent, pending].map((one) => one?.id).toSorted())
    })
  )
})
