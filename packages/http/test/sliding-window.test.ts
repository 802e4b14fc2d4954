import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { runs } from "../../../test/runs.js"
import { RateLimiter } from "../src/middleware/RateLimiter.js"

const MINUTE = 60_000
const SLOT = MINUTE / 60

const one = (limiter: RateLimiter, limit: number, name = "key") => {
  return (now: number) => limiter.take([{ name, limit }], now)
}

/** The most of these times that lie in one minute. */
const mostInOneMinute = (times: ReadonlyArray<number>) =>
  Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + MINUTE).length))

describe("a sliding window", () => {
  it("never lets a minute hold more than the limit, and refuses nothing a slot after a minute with room", () => {
    const gap = FastCheck.oneof(
      FastCheck.integer({ min: 0, max: 20 }),
      FastCheck.integer({ min: 0, max: 2 * SLOT }),
      FastCheck.integer({ min: 0, max: MINUTE + SLOT })
    )
    const property = FastCheck.property(
      FastCheck.integer({ min: 1, max: 12 }),
      FastCheck.array(gap, { minLength: 1, maxLength: 120 }),
      (limit, gaps) => {
        const take = one(new RateLimiter(MINUTE), limit)
        const allowed: Array<number> = []
        let now = 0
        for (const gap of gaps) {
          now += gap
          const counted = allowed.filter((time) => time > now - MINUTE - SLOT).length
          const taken = take(now)
          if (taken.allowed) allowed.push(now)
          else expect(counted).toBeGreaterThanOrEqual(limit)
          if (!taken.allowed) expect(taken.retryAfter).toBeGreaterThan(0)
        }
        expect(mostInOneMinute(allowed)).toBeLessThanOrEqual(limit)
      }
    )
    FastCheck.assert(property, { numRuns: runs(50, 1000) })
  })

  it("holds no more across two bursts, at the end of one minute and at the beginning of the next", () => {
    const take = one(new RateLimiter(MINUTE), 600)
    const burst = (now: number) => Array.from({ length: 1000 }, () => take(now)).filter(({ allowed }) => allowed).length
    expect(burst(0)).toBe(600)
    expect(burst(MINUTE - 1)).toBe(0)
    expect(burst(MINUTE)).toBe(600)
    expect(burst(MINUTE + 30_000)).toBe(0)
  })

  it("says what is left, when to retry, and when all of it is back", () => {
    const take = one(new RateLimiter(MINUTE), 2)
    const allowed = { allowed: true, limit: 2, retryAfter: 0 }
    const refused = { allowed: false, limit: 2, remaining: 0 }
    expect(take(50_000)).toEqual({ ...allowed, remaining: 1, resetAfter: MINUTE })
    expect(take(55_000)).toEqual({ ...allowed, remaining: 0, resetAfter: MINUTE })
    expect(take(61_000)).toEqual({ ...refused, retryAfter: 49_000, resetAfter: 54_000 })
    expect(take(109_999)).toEqual({ ...refused, retryAfter: 1, resetAfter: 5001 })
    expect(take(110_000)).toEqual({ ...allowed, remaining: 0, resetAfter: MINUTE })
    expect(take(115_000)).toEqual({ ...allowed, remaining: 0, resetAfter: MINUTE })
    expect(take(300_000)).toEqual({ ...allowed, remaining: 1, resetAfter: MINUTE })
  })

  it("takes from all quotas or from none, and states the one that has least left", () => {
    const limiter = new RateLimiter(MINUTE)
    const shared = { name: "organization", limit: 3 }
    const take = (name: string) => limiter.take([{ name, limit: 2 }, shared], 0)
    expect(take("a")).toMatchObject({ allowed: true, limit: 2, remaining: 1 })
    expect(take("a")).toMatchObject({ allowed: true, limit: 2, remaining: 0 })
    expect(take("a")).toMatchObject({ allowed: false, limit: 2, remaining: 0, retryAfter: MINUTE })
    expect(take("b")).toMatchObject({ allowed: true, limit: 3, remaining: 0 })
    expect(take("b")).toMatchObject({ allowed: false, limit: 3, remaining: 0, retryAfter: MINUTE })
  })
})

describe("the memory of a rate limiter", () => {
  it("holds the names of the last two minutes", () => {
    const limiter = new RateLimiter(MINUTE)
    const fill = (minute: number) => {
      for (let key = 0; key < 1000; key++) one(limiter, 600, `${minute} ${key}`)(minute * MINUTE)
    }
    for (let minute = 0; minute < 5; minute++) {
      fill(minute)
      expect(limiter.size).toBe(minute === 0 ? 1000 : 2000)
    }
    one(limiter, 600, "late")(6 * MINUTE)
    expect(limiter.size).toBe(1)
  })

  it("holds a bounded number of names, and keeps the counts of those in use", () => {
    const limiter = new RateLimiter(MINUTE, 100)
    const busy = one(limiter, 20, "busy")
    for (let key = 0; key < 10_000; key++) {
      if (key % 50 === 0 && key < 1000) expect(busy(0).allowed).toBe(true)
      if (key % 50 === 0 && key >= 1000) expect(busy(0).allowed).toBe(false)
      one(limiter, 600, `${key}`)(0)
      expect(limiter.size).toBeLessThanOrEqual(200)
    }
  })
})
