import { describe, expect, it } from "@effect/vitest"
import { RateLimiter } from "../src/middleware/RateLimiter.js"

const MINUTE = 60_000
const KEYS = 100_000

describe("the allowances of keys", () => {
  it("are no more than keys were seen in the minute now and the one before, however many there ever were", () => {
    const allowance = new RateLimiter(MINUTE)
    for (let minute = 0; minute < 5; minute++) {
      for (let key = 0; key < KEYS; key++) allowance.take(`${minute} ${key}`, 600, minute * MINUTE)
      expect(allowance.size).toBe(minute === 0 ? KEYS : 2 * KEYS)
    }
    allowance.take("one more", 600, 5 * MINUTE)
    expect(allowance.size).toBe(KEYS + 1)
    allowance.take("another", 600, 6 * MINUTE)
    expect(allowance.size).toBe(2)
  })

  it("are gone after two minutes in which nobody asked", () => {
    const allowance = new RateLimiter(MINUTE)
    for (let key = 0; key < KEYS; key++) allowance.take(`${key}`, 600, 0)
    allowance.take("late", 600, 2 * MINUTE)
    expect(allowance.size).toBe(1)
  })

  it("last a minute from their first request on, also where one minute goes over into the next", () => {
    const allowance = new RateLimiter(MINUTE)
    allowance.take("first", 2, 0)
    const take = (seconds: number) => allowance.take("late", 2, seconds * 1000)
    expect(take(50)).toEqual({ remaining: 1, resetAfter: 30_000 })
    expect(take(55)).toEqual({ remaining: 0, resetAfter: 55_000 })
    expect(take(61)).toEqual({ remaining: -1, resetAfter: 49_000 })
    expect(take(109)).toEqual({ remaining: -1, resetAfter: 1000 })
    expect(take(110)).toEqual({ remaining: 1, resetAfter: 30_000 })
  })

  it("give back what is used up slowly, one share at a time", () => {
    const allowance = new RateLimiter(MINUTE)
    for (let i = 0; i < 1000; i++) {
      expect(allowance.take("slow", 600, i * 100)).toEqual({ remaining: 599, resetAfter: 100 })
    }
  })
})
