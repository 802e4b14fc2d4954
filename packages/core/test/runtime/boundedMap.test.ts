import { describe, expect, it } from "@effect/vitest"
import { BoundedMap } from "../../src/runtime/BoundedMap.js"

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

  it("has at most as many entries as are allowed: those that were set last", () => {
    const map = new BoundedMap<number, string>(3)
    for (const key of [1, 2, 3]) map.set(key, `entry ${key}`)
    map.set(1, "again")
    map.set(4, "entry 4")
    expect([...map.entries()]).toEqual([
      [3, "entry 3"],
      [1, "again"],
      [4, "entry 4"]
    ])
  })

  it("weighs at most as much as is allowed", () => {
    const map = new BoundedMap<number, string>(3, 10, ({ length }) => length)
    map.set(1, "four")
    map.set(2, "five!")
    expect([map.size, map.weight]).toEqual([2, 9])
    map.set(3, "two")
    expect([[...map.values()], map.weight]).toEqual([["five!", "two"], 8])
    map.delete(3)
    map.clear()
    expect([map.size, map.weight]).toEqual([0, 0])
  })

  it("evicts the oldest entries that may go", () => {
    const map = new BoundedMap<number, number>()
    for (const key of [1, 2, 3, 4]) map.set(key, key)
    map.evict(2, (value) => value % 2 === 0)
    expect([...map.values()]).toEqual([1, 3])
    map.evict(1, () => false)
    expect(map.size).toBe(2)
  })
})
