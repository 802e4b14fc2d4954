import { describe, expect, it } from "@effect/vitest"
import {
  AlertMessage,
  createKey,
  createWebhook,
  deliverAlerts,
  recordUsage,
  type WebhookMessage,
  WebhookSender,
  WebhookUnreachable
} from "@tollgate/core"
import { OutboxStore, StorageFailure, WebhookStore } from "@tollgate/core/storage"
import { aKey, anOrganization, aWebhook, someUsage, TestAccount } from "@tollgate/testing"
import {
  Clock,
  Context,
  Deferred,
  Duration,
  Effect,
  Exit,
  Layer,
  Logger,
  Option,
  Queue,
  Redacted,
  Schema,
  Scope,
  TestClock
} from "effect"
import { MAX_ATTEMPTS, nextAttempt } from "../../src/webhooks/outbox/nextAttempt.js"

interface Sent extends WebhookMessage {
  readonly at: number
}

type Answer = Effect.Effect<{ readonly status: number }, WebhookUnreachable>

/** A sender that keeps what is sent, and answers as `answers` says, by URL. */
const recorder = (answers: (message: WebhookMessage) => Answer = () => Effect.succeed({ status: 204 })) =>
  Effect.gen(function* () {
    const sent: Array<Sent> = []
    const arrivals = yield* Queue.unbounded<Sent>()
    const sender = {
      send: (message: WebhookMessage) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          sent.push({ ...message, at })
          return Effect.zipRight(Queue.offer(arrivals, { ...message, at }), answers(message))
        })
    }
    return { sent, arrivals, layer: Layer.succeed(WebhookSender, sender) }
  })

type Recorder = Effect.Effect.Success<ReturnType<typeof recorder>>

/** An account in memory whose alerts are delivered by a sender, and what its tests do. */
const opened = ({ layer }: Recorder, outboxOf: (outbox: Outbox) => Outbox = (outbox) => outbox) =>
  Effect.gen(function* () {
    const stores = yield* Layer.build(TestAccount.layer)
    const made = (input = anOrganization()) =>
      Effect.map(Effect.provide(TestAccount.make(input), stores), (account) => {
        const as = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
          effect.pipe(Effect.provide(account.asManager), Effect.provide(stores))
        const webhook = (url: string) =>
          Effect.map(as(createWebhook(aWebhook({ url }))), ({ data, secret }) => ({ ...data, secret }))
        /** A new key spends its whole limit: three alerts. */
        const crossings = as(
          Effect.flatMap(createKey(aKey({ limit: 1, name: "ci" })), ({ data }) =>
            Effect.as(recordUsage(data.hash, someUsage({ usage: 1 })), data)
          )
        )
        return { account, webhook, crossings }
      })
    const { account, crossings, webhook } = yield* made()
    /** Another organization. */
    const stranger = made(anOrganization({ name: "Other", owner_user_id: "eve" }))
    const deliveries = (id: Effect.Effect.Success<ReturnType<typeof webhook>>["id"]) =>
      Effect.map(
        Context.get(stores, WebhookStore).listDeliveries(account.organization.id, id, { limit: 100, offset: 0 }),
        (found) => Option.toArray(found).flatMap(({ data }) => data)
      )
    const outbox = Layer.succeed(OutboxStore, outboxOf(Context.get(stores, OutboxStore)))
    const delivering = Layer.provide(
      deliverAlerts,
      Layer.mergeAll(layer, outbox).pipe(Layer.provideMerge(Layer.succeedContext(stores)))
    )
    /** Delivers until the scope closes. */
    const start = Effect.asVoid(Layer.build(Layer.fresh(delivering)))
    return { webhook, crossings, deliveries, start, stranger }
  })
type Outbox = Context.Tag.Service<OutboxStore>

const take = (arrivals: Recorder["arrivals"], count: number) =>
  Effect.map(Queue.takeN(arrivals, count), (chunk) => Array.from(chunk))

const decode = Schema.decodeSync(Schema.parseJson(AlertMessage))

it("A message has eighteen attempts, of which the last comes within a day of the first", () => {
  const pauses = (chance: number) =>
    Array.from({ length: MAX_ATTEMPTS }, (_, index) => nextAttempt(index + 1, chance) ?? 0)
  const hours = (chance: number) => pauses(chance).reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect([MAX_ATTEMPTS, nextAttempt(MAX_ATTEMPTS - 1, 0), nextAttempt(MAX_ATTEMPTS, 0)]).toEqual([18, 7_200_000, null])
  expect([hours(0) > 23, hours(0) < 24, hours(1) > 17]).toEqual([true, true, true])
  expect([nextAttempt(1, 0), nextAttempt(1, 0.5), nextAttempt(2, 0)]).toEqual([5_000, 4_375, 30_000])
})

describe("Alerts", () => {
  it.scoped("are sent to each webhook, signed with its secret, with a text that says what has happened", () =>
    Effect.gen(function* () {
      const sender = yield* recorder()
      const { crossings, deliveries, start, webhook } = yield* opened(sender)
      const [one, other] = [yield* webhook("https://one.example/a"), yield* webhook("https://other.example/b")]
      yield* start
      const key = yield* crossings
      yield* TestClock.adjust("1 second")
      const sent = yield* take(sender.arrivals, 6)
      yield* TestClock.adjust("1 second")
      const to = (url: string) => sent.filter((message) => message.url === url)
      expect([to(one.url).length, to(other.url).length, sender.sent.length]).toEqual([3, 3, 6])
      expect(Redacted.value(to(one.url)[0]?.secret ?? Redacted.make(""))).toBe(Redacted.value(one.secret))
      expect(Redacted.value(to(other.url)[0]?.secret ?? Redacted.make(""))).toBe(Redacted.value(other.secret))
      expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
      const messages = to(one.url).map(({ body }) => decode(body))
      const [half] = messages.filter(({ data }) => data.threshold === 50)
      expect(half).toMatchObject({
        type: "alert.crossing",
        text: 'Key "ci" has reached 50 % of its limit of $1.00: $1.00 is spent.',
        data: {
          id: to(one.url).find(({ body }) => decode(body).data.threshold === 50)?.id,
          scope: "key",
          scope_id: key.hash,
          name: "ci",
          key_hash: key.hash,
          user_id: null,
          window: "lifetime",
          limit: 1_000_000_000n,
          spent: 1_000_000_000n,
          resets_at: null,
          request: null
        }
      })
      expect(messages.map(({ data }) => data.threshold).toSorted()).toEqual([100, 50, 80])
      const ended = [...(yield* deliveries(one.id)), ...(yield* deliveries(other.id))]
      expect(ended.map(({ attempts, error, state, status }) => ({ attempts, error, state, status }))).toEqual(
        Array.from({ length: 6 }, () => ({ attempts: 1, error: null, state: "delivered", status: 204 }))
      )
    })
  )

  it.scoped("are sent again later and later, always as the same message", () =>
    Effect.gen(function* () {
      const sender = yield* recorder(() => Effect.succeed({ status: 500 }))
      const { crossings, deliveries, start, webhook } = yield* opened(sender)
      const { id } = yield* webhook("https://one.example/a")
      yield* start
      yield* crossings
      for (let minute = 0; minute < 3; minute++) yield* TestClock.adjust("1 minute")
      const [first] = sender.sent
      const times = sender.sent.filter((message) => message.id === first?.id)
      expect(times).toHaveLength(4)
      expect(new Set(times.map(({ body }) => body)).size).toBe(1)
      expect(times.every(({ at, timestamp }) => timestamp === Math.floor(at / 1000))).toBe(true)
      const pauses = times.slice(1).map(({ at }, index) => at - (times[index]?.at ?? 0))
      // Up to a quarter is left to chance, and a look comes each second.
      const isBetween = (pause: number, index: number) =>
        pause >= 750 * ([5, 30, 120][index] ?? 0) && pause <= 1_000 * ([6, 31, 121][index] ?? 0)
      expect(pauses.every(isBetween)).toBe(true)
      expect(
        (yield* deliveries(id)).map(({ attempts, error, state, status }) => ({ attempts, error, state, status }))
      ).toEqual([1, 2, 3].map(() => ({ attempts: 4, error: "status 500", state: "pending", status: 500 })))
    })
  )

  it.scoped("are given up after the last attempt of a day", () =>
    Effect.gen(function* () {
      const sender = yield* recorder(() => new WebhookUnreachable({ reason: "timeout" }))
      const before = MAX_ATTEMPTS - 1
      const tired = (outbox: Outbox): Outbox => ({
        ...outbox,
        claim: (claim) =>
          Effect.map(outbox.claim(claim), (claimed) =>
            claimed.map((one) => ({ ...one, lease: { ...one.lease, attempts: one.lease.attempts + before } }))
          ),
        note: ({ lease, ...claimed }, attempted) =>
          outbox.note({ ...claimed, lease: { ...lease, attempts: lease.attempts - before } }, attempted)
      })
      const { crossings, deliveries, start, webhook } = yield* opened(sender, tired)
      const { id } = yield* webhook("https://one.example/a")
      yield* start
      yield* crossings
      yield* TestClock.adjust("1 second")
      yield* take(sender.arrivals, 3)
      yield* TestClock.adjust("1 minute")
      const ended = (yield* deliveries(id)).map(({ error, next_at, state }) => ({ error, next_at, state }))
      expect(ended).toEqual([1, 2, 3].map(() => ({ error: "timeout", next_at: null, state: "failed" })))
      expect(sender.sent).toHaveLength(3)
    })
  )

  it.scoped("are given up at once by a receiver that is gone, and redirects are not followed", () =>
    Effect.gen(function* () {
      const statuses = new Map([
        ["https://gone.example/a", 410],
        ["https://moved.example/a", 301]
      ])
      const sender = yield* recorder(({ url }) => Effect.succeed({ status: statuses.get(url) ?? 204 }))
      const { crossings, deliveries, start, webhook } = yield* opened(sender)
      const [gone, moved] = [yield* webhook("https://gone.example/a"), yield* webhook("https://moved.example/a")]
      yield* start
      yield* crossings
      yield* TestClock.adjust("1 second")
      yield* take(sender.arrivals, 6)
      yield* TestClock.adjust("1 second")
      const [one] = yield* deliveries(gone.id)
      expect(one).toMatchObject({ attempts: 1, state: "failed", status: 410, error: "status 410", next_at: null })
      const [other] = yield* deliveries(moved.id)
      expect(other).toMatchObject({
        attempts: 1,
        state: "pending",
        status: 301,
        error: "status 301: redirects are not followed"
      })
    })
  )

  it.scoped("go to all other receivers while one never answers, which gets eight at most", () =>
    Effect.gen(function* () {
      const hanging = "https://hangs.example/a"
      let open = 0
      let most = 0
      const hang = Effect.acquireUseRelease(
        Effect.sync(() => {
          most = Math.max(most, ++open)
        }),
        () => Effect.delay(Effect.flip(Effect.succeed(new WebhookUnreachable({ reason: "timeout" }))), "10 seconds"),
        () => Effect.sync(() => open--)
      )
      const sender = yield* recorder(({ url }) => (url === hanging ? hang : Effect.succeed({ status: 200 })))
      const { crossings, start, webhook } = yield* opened(sender)
      yield* webhook(hanging)
      yield* webhook("https://answers.example/a")
      yield* Effect.replicateEffect(crossings, 334)
      yield* start
      // Not one of the hanging messages has ended by then.
      yield* TestClock.adjust("3 seconds")
      const answered: Array<Sent> = []
      while (answered.length < 1_002) {
        const next = yield* Queue.take(sender.arrivals)
        if (next.url !== hanging) answered.push(next)
      }
      const hung = sender.sent.filter(({ url }) => url === hanging)
      expect([hung.length, open, most]).toEqual([8, 8, 8])
      expect(new Set(answered.map(({ id }) => id)).size).toBe(1_002)
      // After that, one at a time.
      for (let second = 0; second < 12; second++) yield* TestClock.adjust("1 second")
      expect([open, sender.sent.filter(({ url }) => url === hanging).length]).toEqual([1, 9])
    })
  )

  it.scoped("go to all other organizations while twenty receivers of one never answer", () =>
    Effect.gen(function* () {
      const hang = Effect.flip(
        Effect.delay(Effect.succeed(new WebhookUnreachable({ reason: "timeout" })), "10 seconds")
      )
      const sender = yield* recorder(({ url }) => (url.includes("hangs") ? hang : Effect.succeed({ status: 200 })))
      const { crossings, start, stranger, webhook } = yield* opened(sender)
      for (let n = 0; n < 20; n++) yield* webhook(`https://hangs.example/${n}`)
      const other = yield* stranger
      yield* other.webhook("https://answers.example/a")
      yield* Effect.replicateEffect(crossings, 10)
      yield* start
      // Each of the twenty may have eight messages on their way by then.
      for (let second = 0; second < 3; second++) yield* TestClock.adjust("1 second")
      const hung = sender.sent.length
      expect(hung).toBeGreaterThan(32)
      yield* other.crossings
      for (let second = 0; second < 2; second++) yield* TestClock.adjust("1 second")
      expect(sender.sent.slice(hung).map(({ url }) => url)).toEqual(Array(3).fill("https://answers.example/a"))
    })
  )

  it.scoped("are sent once if their lease has ended meanwhile, and nobody has claimed them", () =>
    Effect.gen(function* () {
      const sender = yield* recorder()
      // As after a sleep of the machine, or a step of its clock.
      const leaping = (outbox: Outbox): Outbox => ({
        ...outbox,
        claim: (claim) => outbox.claim({ ...claim, until: claim.now })
      })
      const { crossings, deliveries, start, webhook } = yield* opened(sender, leaping)
      const { id } = yield* webhook("https://one.example/a")
      yield* crossings
      yield* start
      for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
      expect((yield* deliveries(id)).map(({ attempts, state }) => ({ attempts, state }))).toEqual(
        Array(3).fill({ attempts: 1, state: "delivered" })
      )
      expect(sender.sent).toHaveLength(3)
    })
  )

  it.scoped("are sent once if their note fails at first, and again if the process ends before it", () =>
    Effect.gen(function* () {
      const sender = yield* recorder()
      let failures = 2
      const failing = (outbox: Outbox): Outbox => ({
        ...outbox,
        note: (...named) =>
          Effect.suspend(() => {
            if (failures-- > 0) return new StorageFailure({ cause: "gone", outcome: "unknown" })
            return outbox.note(...named)
          })
      })
      const { crossings, deliveries, start, webhook } = yield* opened(sender, failing)
      const { id } = yield* webhook("https://one.example/a")
      yield* start
      yield* crossings
      for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
      expect([sender.sent.length, (yield* deliveries(id)).map(({ state }) => state)]).toEqual([
        3,
        ["delivered", "delivered", "delivered"]
      ])
      failures = Number.POSITIVE_INFINITY
      yield* crossings
      yield* TestClock.adjust("1 second")
      const lost = yield* take(sender.arrivals, 6)
      for (let second = 0; second < 58; second++) yield* TestClock.adjust("1 second")
      expect(sender.sent).toHaveLength(6)
      yield* TestClock.adjust("3 seconds")
      const again = yield* take(sender.arrivals, 3)
      expect(again.map((message) => message.id).toSorted()).toEqual(
        lost
          .slice(3)
          .map((message) => message.id)
          .toSorted()
      )
    })
  )

  it.effect("are not sent any more once the scope is closed, which waits for a moment", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const sender = yield* recorder(() => Effect.as(Deferred.await(answer), { status: 200 }))
      const scope = yield* Scope.make()
      const outer = yield* Scope.make()
      const { crossings, deliveries, start, webhook } = yield* Scope.extend(opened(sender), outer)
      const { id } = yield* webhook("https://one.example/a")
      yield* Scope.extend(start, scope)
      yield* crossings
      yield* TestClock.adjust("1 second")
      yield* take(sender.arrivals, 3)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Deferred.succeed(answer, undefined)
      yield* closing.await
      expect((yield* deliveries(id)).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"])
      yield* crossings
      yield* TestClock.adjust("1 minute")
      expect(sender.sent).toHaveLength(3)
      yield* Scope.close(outer, Exit.void)
    })
  )

  it.scoped("wait while storage fails, of which one line warns", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => {
        lines.push(String(message))
      })
      const sender = yield* recorder()
      let isFailing = true
      let looks = 0
      const failing = (outbox: Outbox): Outbox => ({
        ...outbox,
        waiting: (now) => {
          looks++
          return isFailing ? new StorageFailure({ cause: "secret", outcome: "none" }) : outbox.waiting(now)
        }
      })
      const { crossings, start, webhook } = yield* opened(sender, failing)
      yield* webhook("https://one.example/a")
      yield* Effect.provide(start, Logger.replace(Logger.defaultLogger, logger))
      yield* crossings
      for (let second = 0; second < 120; second++) yield* TestClock.adjust("1 second")
      expect([lines, looks]).toEqual([["alerts are not delivered, because storage fails"], 8])
      isFailing = false
      yield* TestClock.adjust(Duration.seconds(30))
      expect(yield* take(sender.arrivals, 3)).toHaveLength(3)
      expect(lines).toHaveLength(1)
    })
  )
})
