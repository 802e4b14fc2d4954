import { describe, expect, it } from "@effect/vitest"
import { type ConformanceOptions, conformance } from "@tollgate/testing/conformance"
import { Effect, Fiber, TestClock } from "effect"
import { asking, caseOf, type Fake, refusal, withFake } from "./fakeServer.js"

const allowed = { status: 200, body: { data: [], total_count: 0 } }
const limited = (retryAfter?: string) => ({
  ...refusal(429, "Rate limit exceeded"),
  headers: {
    "retry-after": retryAfter,
    "x-ratelimit-limit": "1",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "1792000000"
  }
})

const one = asking({ status: 200 })

const run = (fake: Fake, options: Partial<ConformanceOptions>) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime()
    return yield* Effect.promise(() =>
      withFake(fake, (url) =>
        Effect.runPromise(
          Effect.provide(conformance({ url, account: { MGMT_KEY: "first" }, cases: [one], ...options }), runtime)
        )
      )
    )
  })

const passed = { passed: 1, failed: [], skipped: [] }

describe("where a server's rate limit answers in place of what a case asks", () => {
  it.effect("the case is asked again after as long as the server says", () =>
    Effect.gen(function* () {
      let asked = 0
      const waits: Array<number> = []
      const waiting = yield* Effect.makeLatch()
      const onWait = (seconds: number) => {
        waits.push(seconds)
        Effect.runSync(waiting.open)
      }
      const running = yield* Effect.fork(run(() => (++asked === 1 ? limited("43") : allowed), { onWait }))
      yield* waiting.await
      yield* TestClock.adjust("42 seconds")
      expect(asked).toBe(1)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(running)).toEqual(passed)
      expect({ asked, waits }).toEqual({ asked: 2, waits: [43] })
    })
  )

  it.effect("the case is asked again at once by another account, where a hook makes one", () =>
    Effect.gen(function* () {
      const keys: Array<string | undefined> = []
      const fake: Fake = ({ headers }) => {
        keys.push(headers.authorization)
        return headers.authorization === "Bearer first" ? limited("43") : allowed
      }
      const hooks = { renew: async () => ({ MGMT_KEY: "second" }) }
      expect(yield* run(fake, { hooks })).toEqual(passed)
      expect(keys).toEqual(["Bearer first", "Bearer second"])
    })
  )

  it.effect("it fails where it is limited again, by another account too", () =>
    Effect.gen(function* () {
      const hooks = { renew: async () => ({ MGMT_KEY: "second" }) }
      const { failed } = yield* run(() => limited("43"), { hooks })
      expect(failed.map(({ reasons }) => reasons)).toEqual([["GET /presets: status 429, expected 200"]])
    })
  )

  it.effect.each([undefined, "soon", "0", "3600", "-1"])("it fails at once where Retry-After is %s", (retryAfter) =>
    Effect.gen(function* () {
      let asked = 0
      const { failed } = yield* run(() => {
        asked++
        return limited(retryAfter)
      }, {})
      expect({ asked, failed: failed.length }).toEqual({ asked: 1, failed: 1 })
    })
  )
})

describe("a case that is about a rate limit", () => {
  it.effect("is not asked again", () =>
    Effect.gen(function* () {
      let asked = 0
      const about = asking({ status: 429 })
      const report = yield* run(
        () => {
          asked++
          return limited("43")
        },
        { cases: [about] }
      )
      expect({ asked, report }).toEqual({ asked: 1, report: passed })
    })
  )
})

describe("a rate limit that refuses what a case makes", () => {
  it.effect("is waited for, too", () =>
    Effect.gen(function* () {
      const hooks = { renew: async () => ({ MGMT_KEY: "second" }) }
      const making = caseOf(({ made }) => made.guardrail())
      const fake: Fake = ({ headers }) =>
        headers.authorization === "Bearer first" ? limited("43") : { status: 201, body: { data: { id: "g" } } }
      expect(yield* run(fake, { hooks, cases: [making] })).toEqual(passed)
    })
  )
})
