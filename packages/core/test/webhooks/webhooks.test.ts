import { describe, expect } from "@effect/vitest"
import {
  abandonSecrets,
  createWebhook,
  deleteWebhook,
  getWebhook,
  InvalidInput,
  listAuditEntries,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rewrapSecrets,
  testWebhook,
  updateWebhook,
  WebhookDisabled,
  type WebhookMessage,
  WebhookNotFound,
  WebhookRules,
  WebhookSender,
  WebhooksFull,
  WebhookUnreachable
} from "@tollgate/core"
import { isOfCredential, SealedSecrets, Vault, WebhookStore } from "@tollgate/core/storage"
import { aDeliveryRecord, after, aWebhook, aWebhookPatch, noon } from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted, TestClock } from "effect"
import { inMemory, inMemoryOnce, openAccount, uuid } from "../support/account.js"

const page = { limit: 100, offset: 0 }
const vaultOf = (...bytes: ReadonlyArray<number>) =>
  Vault.make(Redacted.make(new Uint8Array(bytes.flatMap((byte) => Array.from({ length: 32 }, () => byte)))))

/** A sender that notes what it is given, and answers so. */
const recording = (answer: { readonly status: number } | WebhookUnreachable) => {
  const sent: Array<WebhookMessage> = []
  const send = (message: WebhookMessage) => {
    sent.push(message)
    return answer instanceof WebhookUnreachable ? answer : Effect.succeed(answer)
  }
  return { sent, with: Effect.provideService(WebhookSender, { send }) }
}

const URL = "https://hooks.example/services/T01"
const withoutPrivate = Effect.provideService(WebhookRules, { isPrivateAllowed: false, isGlobalUnicast: () => false })

describe("createWebhook", () => {
  inMemory("creates a webhook, and shows its secret once", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* TestClock.setTime(noon.epochMillis)
      const input = aWebhook({ url: URL, name: "On call", kinds: ["crossing"], scopes: ["key", "run"] })
      const { data, secret } = yield* asManager(createWebhook(input))
      const text = Redacted.value(secret)
      expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(Buffer.from(text.slice(6), "base64")).toHaveLength(32)
      expect(data).toEqual({
        ...{ id: uuid, name: "On call", url: URL, kinds: ["crossing"], scopes: ["key", "run"], disabled: false },
        label: `${text.slice(0, 9)}...${text.slice(-5, -1)}`,
        created_at: noon
      })
      expect(yield* asManager(getWebhook(data.id.toUpperCase()))).toEqual(data)
      expect(yield* asManager(listWebhooks(page))).toEqual({ data: [data], total_count: 1 })
    })
  )

  inMemory("draws a secret for each", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const drawn = yield* Effect.replicateEffect(asManager(createWebhook(aWebhook())), 10)
      expect(new Set(drawn.map(({ secret }) => Redacted.value(secret))).size).toBe(10)
    })
  )

  inMemory("refuses a URL that nothing is sent to, without repeating it", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const refused = (url: string) => Effect.flip(asManager(createWebhook(aWebhook({ url }))))
      const failure = yield* withoutPrivate(refused("https://10.0.0.1/T01"))
      expect(failure).toBeInstanceOf(InvalidInput)
      expect(failure).toMatchObject({
        issues: [{ path: ["url"], expected: expect.stringContaining("--webhook-private") }]
      })
      expect(JSON.stringify(failure)).not.toContain("T01")
      expect(yield* refused("http://hooks.example/T01")).toBeInstanceOf(InvalidInput)
      const allowed = { isPrivateAllowed: true, isGlobalUnicast: () => false }
      const made = asManager(createWebhook(aWebhook({ url: "http://10.0.0.1/T01" })))
      expect((yield* Effect.provideService(made, WebhookRules, allowed)).data.url).toBe("http://10.0.0.1/T01")
      expect(yield* asManager(listWebhooks(page))).toMatchObject({ total_count: 1 })
    })
  )

  inMemoryOnce("refuses more than 20 of an organization, also of those that are created at once", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const other = yield* openAccount("Other")
      const creating = Array.from({ length: 25 }, () => Effect.either(asManager(createWebhook(aWebhook()))))
      const done = yield* Effect.all(creating, { concurrency: "unbounded" })
      expect(done.flatMap((one) => (one._tag === "Left" ? [one.left] : []))).toEqual(
        Array.from({ length: 5 }, () => new WebhooksFull())
      )
      const { data } = yield* asManager(listWebhooks(page))
      expect(data).toHaveLength(20)
      yield* other.asManager(createWebhook(aWebhook()))
      for (const { id } of data.slice(0, 1)) yield* asManager(deleteWebhook(id))
      yield* asManager(createWebhook(aWebhook()))
    })
  )
})

/** A webhook with a delivery in each state. */
const withDeliveries = Effect.gen(function* () {
  const account = yield* openAccount()
  const store = yield* WebhookStore
  const { data } = yield* account.asManager(createWebhook(aWebhook()))
  const of = { id: data.id, organization_id: account.organization.id }
  const failed = { state: "failed", next_at: null, ended_at: after(30), attempts: 9, error: "timeout" } as const
  const made = yield* Effect.forEach([{}, failed], (fields) => aDeliveryRecord(of, fields))
  for (const record of made) yield* store.insertDelivery(record)
  const [pending, ended] = made.map(({ id }) => id)
  if (pending === undefined || ended === undefined) return yield* Effect.dieMessage("no deliveries")
  const deliveries = Effect.map(account.asManager(listWebhookDeliveries(data.id, page)), ({ data }) => data)
  return { ...account, id: data.id, pending, ended, deliveries }
})

describe("updateWebhook", () => {
  inMemory("ends what is pending when it disables, and sends nothing of it when it enables again", () =>
    Effect.gen(function* () {
      const { asManager, deliveries, ended, id, pending } = yield* withDeliveries
      yield* TestClock.setTime(after(60).epochMillis)
      expect((yield* asManager(updateWebhook(id, aWebhookPatch({ disabled: true })))).disabled).toBe(true)
      const gone = [
        { id: pending, state: "failed", next_at: null, ended_at: after(60), error: "webhook disabled" },
        { id: ended, state: "failed", ended_at: after(30), error: "timeout" }
      ]
      const byId = (all: ReadonlyArray<{ readonly id: string }>) =>
        all.toSorted((one, two) => (one.id < two.id ? -1 : 1))
      expect(byId(yield* deliveries)).toMatchObject(byId(gone))
      expect(yield* Effect.flip(asManager(redeliverWebhook(id, ended)))).toEqual(new WebhookDisabled())
      yield* asManager(updateWebhook(id, aWebhookPatch({ disabled: false })))
      expect(byId(yield* deliveries)).toMatchObject(byId(gone))
    })
  )

  inMemory("leaves what is pending when it changes something else, and judges another URL", () =>
    Effect.gen(function* () {
      const { asManager, deliveries, id } = yield* withDeliveries
      const before = yield* deliveries
      const changed = yield* asManager(updateWebhook(id, aWebhookPatch({ kinds: ["refused"], url: `${URL}/2` })))
      expect(changed).toMatchObject({ id, kinds: ["refused"], url: `${URL}/2`, name: null })
      const refused = yield* Effect.flip(asManager(updateWebhook(id, aWebhookPatch({ url: "http://a.example/" }))))
      expect(refused).toBeInstanceOf(InvalidInput)
      expect(yield* asManager(getWebhook(id))).toEqual(changed)
      expect(yield* deliveries).toEqual(before)
    })
  )
})

describe("redeliverWebhook", () => {
  inMemory("makes what has ended pending at once, and leaves what is pending", () =>
    Effect.gen(function* () {
      const { asManager, deliveries, ended, id, pending } = yield* withDeliveries
      yield* TestClock.setTime(after(90).epochMillis)
      const again = yield* asManager(redeliverWebhook(id, ended))
      expect(again).toMatchObject({
        id: ended,
        state: "pending",
        attempts: 0,
        next_at: after(90),
        ended_at: null,
        error: null
      })
      expect((yield* asManager(redeliverWebhook(id, pending))).next_at).toEqual(noon)
      expect((yield* deliveries).map(({ state }) => state)).toEqual(["pending", "pending"])
    })
  )
})

describe("deleteWebhook", () => {
  inMemory("deletes a webhook with its secret and its deliveries, once, and none of another organization", () =>
    Effect.gen(function* () {
      const { asManager, id } = yield* withDeliveries
      const other = yield* openAccount("Other")
      expect(yield* Effect.flip(other.asManager(deleteWebhook(id)))).toEqual(WebhookNotFound.of(id))
      expect(yield* asManager(deleteWebhook(id))).toEqual({ deleted: true })
      expect(yield* Effect.flip(asManager(deleteWebhook(id)))).toEqual(WebhookNotFound.of(id))
      expect(yield* Effect.flip(asManager(listWebhookDeliveries(id, page)))).toEqual(WebhookNotFound.of(id))
      expect(yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, 10))).toEqual([])
    })
  )
})

describe("testWebhook", () => {
  inMemory("sends one signed message of the type test, and says that it was delivered", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data, secret } = yield* asManager(createWebhook(aWebhook({ url: URL, disabled: true })))
      yield* TestClock.setTime(noon.epochMillis + 999)
      const sender = recording({ status: 204 })
      const result = yield* sender.with(asManager(testWebhook(data.id)))
      expect(result).toEqual({ delivered: true, status: 204, error: null })
      const text = "This is a test of this webhook by Tollgate."
      expect(
        sender.sent.map((one) => ({ ...one, body: JSON.parse(one.body), secret: Redacted.value(one.secret) }))
      ).toEqual([
        {
          url: URL,
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          timestamp: Math.floor(noon.epochMillis / 1000),
          secret: Redacted.value(secret),
          body: { text, type: "test", timestamp: "2026-03-04T12:00:00.999Z", data: { text } }
        }
      ])
      expect((yield* asManager(listWebhookDeliveries(data.id, page))).total_count).toBe(0)
    })
  )

  inMemory("says what was answered in place of 2xx, and why nothing was", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { data } = yield* asManager(createWebhook(aWebhook()))
      const tried = (answer: Parameters<typeof recording>[0]) => recording(answer).with(asManager(testWebhook(data.id)))
      expect(yield* tried({ status: 500 })).toEqual({ delivered: false, status: 500, error: "status 500" })
      expect(yield* tried({ status: 302 })).toEqual({ delivered: false, status: 302, error: "status 302" })
      const unreachable = new WebhookUnreachable({ reason: "timeout" })
      expect(yield* tried(unreachable)).toEqual({ delivered: false, status: null, error: "timeout" })
      expect(yield* asManager(testWebhook(data.id))).toEqual({
        delivered: false,
        status: null,
        error: "this process sends no webhooks"
      })
    })
  )
})

describe("The secrets of webhooks", () => {
  inMemoryOnce("are sealed again with those of providers, for the same webhook alone", () =>
    Effect.gen(function* () {
      const [before, both, after] = [yield* vaultOf(7), yield* vaultOf(8, 7), yield* vaultOf(8)]
      const { asManager } = yield* openAccount()
      const made = yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.provideService(asManager(createWebhook(aWebhook())), Vault, before)
      )
      const done = yield* Effect.provideService(rewrapSecrets, Vault, both)
      expect(done).toMatchObject({ keyId: both.keyId, rewrapped: 12, unreadable: 0 })
      for (const { data, secret } of made) {
        const sender = recording({ status: 200 })
        yield* Effect.provideService(sender.with(asManager(testWebhook(data.id))), Vault, after)
        expect(sender.sent.map((one) => Redacted.value(one.secret))).toEqual([Redacted.value(secret)])
      }
      const listed = yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, 100))
      const all = listed.flatMap((one) => (isOfCredential(one) ? [] : [one]))
      expect(all).toHaveLength(12)
      for (const [index, one] of all.entries()) {
        const other = all[(index + 1) % all.length] ?? one
        expect((yield* Effect.flip(after.open(one.sealed, { ...one, id: other.id })))._tag).toBe("SealBroken")
        const organization_id = (yield* openAccount(`Other ${index}`)).organization.id
        expect((yield* Effect.flip(after.open(one.sealed, { ...one, organization_id })))._tag).toBe("SealBroken")
      }
    })
  )

  inMemoryOnce("that are lost with the master key leave their webhooks disabled for good", () =>
    Effect.gen(function* () {
      const [lost, next] = [yield* vaultOf(7), yield* vaultOf(8)]
      const { asManager, organization } = yield* openAccount()
      const input = aWebhook({ url: URL, name: "On call" })
      const { data } = yield* Effect.provideService(asManager(createWebhook(input)), Vault, lost)
      const store = yield* WebhookStore
      const pending = yield* aDeliveryRecord({ id: data.id, organization_id: organization.id })
      yield* store.insertDelivery(pending)
      const now = yield* DateTime.now
      expect(yield* Effect.provideService(abandonSecrets, Vault, next)).toEqual({
        keyId: next.keyId,
        lost: [],
        webhooks: [{ organization_id: organization.id, id: data.id, name: "On call", origin: "https://hooks.example" }],
        answers: 0
      })
      expect(yield* asManager(getWebhook(data.id))).toEqual({ ...data, disabled: true })
      expect(yield* asManager(listWebhookDeliveries(data.id, page))).toMatchObject({
        data: [{ id: pending.id, state: "failed", ended_at: now, error: "webhook disabled" }]
      })
      const enabling = Effect.flip(asManager(updateWebhook(data.id, aWebhookPatch({ disabled: false }))))
      expect(yield* enabling).toMatchObject({
        issues: [
          {
            path: ["disabled"],
            expected: "true, because the secret was lost with the master key: create another webhook"
          }
        ]
      })
      const sender = recording({ status: 200 })
      expect(yield* sender.with(asManager(testWebhook(data.id)))).toEqual({
        delivered: false,
        status: null,
        error: "secret lost with the master key"
      })
      expect(sender.sent).toEqual([])
      const { data: entries } = yield* asManager(listAuditEntries({ ...page, action: "byok.abandonSecrets" }))
      expect(entries.map(({ changes }) => changes)).toEqual([{ disabled: true, webhooks: [data.id] }])
      expect(yield* Effect.provideService(rewrapSecrets, Vault, next)).toMatchObject({ rewrapped: 0, unreadable: 0 })
    })
  )
})
