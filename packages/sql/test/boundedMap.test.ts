import { describe, expect, it } from "@effect/vitest"
import { BoundedMap } from "../src/spending/rows/BoundedMap.js"

describe("A map whose entries come and go", () => {
  it("has what was added and not deleted, in that order, however many were deleted", () => {
    const map = new BoundedMap<number, string>()
    for (let key = 0; key < 1000; key++) {
      map.set(key, `entry ${key}`)
      if (key >= 3) map.delete(key - 3)
    }
    expect([...map.entries()]).toEqual([997, 998, 999].map((key) => [key, `entry ${key}`]))
    expect([[...map.values()], map.size, map.has(999), map.has(0), map.get(0)]).toEqual([
      ["entry 997", "entry 998", "entry 999"],
      3,
      true,
      false,
      undefined
    ])
    map.clear()
    expect([map.size, map.get(999)]).toEqual([0, undefined])
  })

  it("can be emptied while its entries are looked through", () => {
    const map = new BoundedMap<number, number>()
    for (let key = 0; key < 500; key++) map.set(key, key)
    const seen = []
    for (const [key] of map.entries()) {
      seen.push(key)
      map.delete(key)
    }
    expect([seen.length, map.size]).toEqual([500, 0])
  })

  it("has at most 10,000, and at least the 9,000 that were added last", () => {
    const map = new BoundedMap<number, number>()
    for (let key = 0; key < 10_000; key++) map.set(key, key)
    expect([map.get(0), map.get(9_999)]).toEqual([0, 9_999])
    map.set(10_000, 10_000)
    expect([1_000, 1_001, 10_000].map((key) => map.get(key))).toEqual([undefined, 1_001, 10_000])
    map.set(1, 1)
    expect([map.get(1), map.get(1_001), map.size]).toEqual([1, 1_001, 9_001])
  })
})
