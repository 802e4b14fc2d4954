import { describe, expect } from "@effect/vitest"
import { type Alert, createOrganization, type OrganizationId } from "@tollgate/core"
import { AlertFeed, type AlertRecord, AlertStore, StorageFailure } from "@tollgate/core/storage"
import { anOrganization, travelTo } from "@tollgate/testing"
import { Effect, Fiber, Logger, TestClock } from "effect"
import { usd } from "../spending/support/samples.js"
import { inMemoryOnce } from "../support/account.js"

const noon = "2026-05-31T12:00:00.000Z"
const NOON = Date.parse(noon)

const alert = (organization_id: OrganizationId, n: number, at = NOON): AlertRecord => ({
  id: n.toString(16).padStart(32, "0"),
  kind: "crossing",
  at,
  ref: { organization_id, kind: "organization", guardrail_id: null, subject: organization_id },
  window: "monthly",
  threshold: 80,
  limit: usd(10),
  spent: usd(8),
  held: usd(0),
  unknown: usd(0),
  resets_at: Date.parse("2026-06-01T00:00:00Z"),
  request: null
})

/** Two organizations, a feed of their alerts, and a subscription that notes the numbers of its alerts. */
const opened = Effect.gen(function* () {
  yield* travelTo(noon)
  const store = yield* AlertStore
  const feed = new AlertFeed()
  const [one, other] = yield* Effect.all([
    createOrganization(anOrganization({ name: "Acme" })),
    createOrganization(anOrganization({ name: "Other" }))
  ])
  const [mine, theirs] = [one.organization.id, other.organization.id]
  const follow = (organization_id: OrganizationId | null) => {
    const got: Array<number> = []
    const listener = ({ id }: Alert) => void got.push(Number.parseInt(id, 16))
    return Effect.map(feed.subscribe({ organization_id, listener }), (stop) => ({ got, stop }))
  }
  const tell = (n: number, at = NOON, organization_id = mine) => store.add(alert(organization_id, n, at))
  return { feed, follow, mine, store, tell, theirs }
})

describe("A feed of alerts", () => {
  inMemoryOnce("passes on what is stored after a subscription, each once, in the order of time", () =>
    Effect.gen(function* () {
      const { feed, follow, mine, tell, theirs } = yield* opened
      yield* tell(1)
      yield* tell(2, NOON - 60_000)
      const all = yield* follow(null)
      yield* feed.poll
      expect(all.got).toEqual([])
      yield* tell(4, NOON + 2)
      yield* tell(3, NOON + 1, theirs)
      const own = yield* follow(mine)
      // It was stored before.
      expect([all.got, own.got]).toEqual([[3, 4], []])
      yield* tell(6, NOON + 4, theirs)
      yield* tell(5, NOON + 3)
      yield* Effect.all([feed.poll, feed.poll], { concurrency: "unbounded" })
      expect([all.got, own.got]).toEqual([[3, 4, 5, 6], [5]])
      all.stop()
      yield* tell(7, NOON + 5)
      yield* feed.poll
      expect([all.got, own.got]).toEqual([
        [3, 4, 5, 6],
        [5, 7]
      ])
      own.stop()
      expect(feed.isIdle).toBe(true)
    })
  )

  inMemoryOnce("shows an alert as lists do", () =>
    Effect.gen(function* () {
      const { feed, mine, tell } = yield* opened
      const got: Array<Alert> = []
      yield* feed.subscribe({ organization_id: null, listener: (alert) => void got.push(alert) })
      yield* tell(1)
      yield* feed.poll
      expect(got).toMatchObject([
        {
          name: "Acme",
          scope: "organization",
          scope_id: mine,
          text: 'Organization "Acme" has reached 80 % of its monthly limit of $10.00: $8.00 is spent.'
        }
      ])
    })
  )

  inMemoryOnce("passes on what was committed late, and whatever the clocks of others say", () =>
    Effect.gen(function* () {
      const { feed, follow, tell } = yield* opened
      yield* tell(1)
      const { got } = yield* follow(null)
      const HOUR = 3_600_000
      // One that is an hour ahead, then those of a clock that is right, and of transactions that were open for 5 seconds.
      for (const [n, at] of [NOON + HOUR, NOON + 10, NOON - 5_000, NOON - 29_000, NOON + 11].entries()) {
        yield* tell(n + 2, at)
        yield* feed.poll
      }
      expect(got).toEqual([2, 3, 4, 5, 6])
      // This process is an hour behind, and then an hour ahead.
      yield* TestClock.setTime(NOON - HOUR)
      yield* tell(7, NOON + 12)
      yield* feed.poll
      yield* TestClock.setTime(NOON + 2 * HOUR)
      yield* tell(8, NOON + HOUR - 10)
      yield* feed.poll
      yield* TestClock.setTime(NOON + 5)
      yield* tell(9, NOON + 13)
      yield* feed.poll
      expect(got).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    })
  )

  inMemoryOnce(
    "reads once a second for all subscriptions, goes on after a failure, and reads nothing without one",
    () =>
      Effect.gen(function* () {
        const { feed, follow, store, tell } = yield* opened
        let [reads, isDown] = [0, false]
        const said: Array<unknown> = []
        const logger = Logger.make(({ message }) => said.push([message].flat()[0]))
        const failure = new StorageFailure({ cause: new Error("The disk is gone."), outcome: "none" })
        const counting = AlertStore.of({
          ...store,
          after: (...args) =>
            Effect.suspend(() => {
              reads++
              return isDown ? Effect.fail(failure) : store.after(...args)
            })
        })
        yield* Effect.gen(function* () {
          const followers = yield* Effect.all([follow(null), follow(null)])
          const [first, second] = followers
          reads = 0
          const running = yield* Effect.fork(feed.run)
          for (let second = 0; second < 5; second++) yield* TestClock.adjust("1 second")
          expect(reads).toBe(5)
          isDown = true
          yield* tell(1)
          yield* TestClock.adjust("1 second")
          yield* tell(2, NOON + 60_000)
          yield* TestClock.adjust("1 second")
          expect([first.got, said]).toEqual([[], Array(2).fill("alerts could not be read for their subscriptions")])
          isDown = false
          yield* TestClock.adjust("1 second")
          expect([first.got, second.got]).toEqual([
            [1, 2],
            [1, 2]
          ])
          for (const { stop } of followers) stop()
          yield* TestClock.adjust("1 second")
          yield* Fiber.join(running)
          expect(reads).toBe(8)
        }).pipe(
          Effect.provideService(AlertStore, counting),
          Effect.provide(Logger.replace(Logger.defaultLogger, logger))
        )
      })
  )

  inMemoryOnce("passes on thousands at once, in pages", () =>
    Effect.gen(function* () {
      const { feed, follow, tell } = yield* opened
      const { got } = yield* follow(null)
      for (let n = 1; n <= 2_300; n++) yield* tell(n, NOON + Math.floor(n / 7))
      yield* feed.poll
      yield* feed.poll
      expect(got).toEqual(Array.from({ length: 2_300 }, (_, n) => n + 1))
    })
  )

  inMemoryOnce("passes nothing on to a subscription that a listener has ended", () =>
    Effect.gen(function* () {
      const { feed, follow, tell } = yield* opened
      let end = () => {}
      yield* feed.subscribe({ organization_id: null, listener: () => end() })
      const { got, stop } = yield* follow(null)
      end = stop
      yield* tell(1)
      yield* tell(2)
      yield* feed.poll
      expect(got).toEqual([])
    })
  )

  inMemoryOnce("goes on after as many as it remembers, of which the first came from a clock that was ahead", () =>
    Effect.gen(function* () {
      const { feed, follow, mine, store, theirs } = yield* opened
      // In the order of their times. The last one is of a clock that is a day ahead.
      const stored: Array<AlertRecord> = []
      const add = (from: number, to: number, organization_id = mine) => {
        const next = Array.from({ length: to - from + 1 }, (_, at) =>
          alert(organization_id, from + at, NOON + from + at)
        )
        stored.splice(-1, 0, ...next)
      }
      const many = AlertStore.of({
        ...store,
        newest: Effect.succeed(null),
        after: (place, limit) =>
          Effect.sync(() => {
            const from = stored.findIndex(({ at, id }) => at > place.at || (at === place.at && id > place.id))
            return from < 0 ? [] : stored.slice(from, from + limit)
          })
      })
      yield* Effect.gen(function* () {
        const { got } = yield* follow(theirs)
        stored.push(alert(mine, 1, NOON + 86_400_000))
        yield* feed.poll
        add(2, 50_001)
        yield* feed.poll
        add(50_002, 50_002, theirs)
        yield* feed.poll
        yield* feed.poll
        expect(got).toEqual([50_002])
      }).pipe(Effect.provideService(AlertStore, many))
    })
  )
})
