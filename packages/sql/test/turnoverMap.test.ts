import { describe, expect, it } from "@effect/vitest"
import { TurnoverMap } from "../src/spending/rows/TurnoverMap.js"

describe("A map whose entries come and go", () => {
  it("has what was added and not deleted, in that order, however many were deleted", () => {
    const map = new TurnoverMap<number, string>()
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
    const map = new TurnoverMap<number, number>()
    for (let key = 0; key < 500; key++) map.set(key, key)
    const seen = []
    for (const [key] of map.entries()) {
      seen.push(key)
      map.delete(key)
    }
    expect([seen.length, map.size]).toEqual([500, 0])
  })
})
