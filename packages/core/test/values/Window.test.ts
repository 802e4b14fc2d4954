import { describe, expect, it } from "@effect/vitest"
import { Usd, windowEnd, windowId } from "@tollgate/core"
import { KeyUsage } from "@tollgate/core/storage"
import { runs } from "../../../../test/runs.js"
import { checkLaws, zones } from "../support/windowLaws.js"

const at = (text: string) => Date.parse(text)

describe("Window", () => {
  it.each(zones)("keeps its laws over instants of 230 years in a process whose zone is $zone", (zone) =>
    checkLaws(zone, runs(800, 70_000), runs(40, 1))
  )

  it("names a window by its first day", () => {
    const newYear = at("2021-01-01T00:00:00Z")
    expect([windowId("daily", newYear), windowId("weekly", newYear), windowId("monthly", newYear)]).toEqual([
      "2021-01-01",
      "2020-12-28",
      "2021-01-01"
    ])
    expect(windowId("weekly", 0)).toBe("1969-12-29")
  })

  it("ends a day, a week and a month at midnight UTC", () => {
    const leapDay = at("2024-02-29T23:59:59.999Z")
    expect(windowEnd("daily", leapDay)).toBe(at("2024-03-01T00:00:00Z"))
    expect(windowEnd("weekly", leapDay)).toBe(at("2024-03-04T00:00:00Z"))
    expect(windowEnd("monthly", leapDay)).toBe(at("2024-03-01T00:00:00Z"))
  })

  it("knows the weeks of a year that has 53 of them", () => {
    expect(windowId("weekly", at("2020-12-31T12:00:00Z"))).toBe("2020-12-28")
    expect(windowId("weekly", at("2021-01-03T23:59:59.999Z"))).toBe("2020-12-28")
    expect(windowId("weekly", at("2021-01-04T00:00:00Z"))).toBe("2021-01-04")
  })
})

describe("KeyUsage", () => {
  const spent = { usage: Usd.fromNumber(3), byok: Usd.fromNumber(1) }
  const evening = at("2026-01-31T23:00:00Z")
  const counters = KeyUsage.record(KeyUsage.none(evening), spent, evening)

  it("reads an older window's counter as 0 and keeps the lifetime's", () => {
    const later = KeyUsage.at(counters, at("2026-02-01T00:00:00Z"))
    expect(later).toEqual({
      windows: { daily: "2026-02-01", weekly: "2026-01-26", monthly: "2026-02-01" },
      usage: { total: 3_000_000_000n, daily: 0n, weekly: 3_000_000_000n, monthly: 0n },
      byok: { total: 1_000_000_000n, daily: 0n, weekly: 1_000_000_000n, monthly: 0n }
    })
  })

  it("frees nothing when the clock steps back over a window's end by a day at most", () => {
    const newMonth = at("2026-02-01T00:00:00Z")
    const later = KeyUsage.record(counters, spent, newMonth)
    expect(KeyUsage.at(later, newMonth - 1)).toEqual(later)
    expect(KeyUsage.at(later, at("2026-01-31T00:00:00Z"))).toEqual(later)
  })

  it("takes a window that begins more than a day ahead for over, and keeps the lifetime's counter", () => {
    const later = KeyUsage.record(counters, spent, at("2026-02-01T00:00:00Z"))
    expect(KeyUsage.at(later, at("2026-01-30T23:59:59.999Z"))).toEqual({
      windows: { daily: "2026-01-30", weekly: "2026-01-26", monthly: "2026-01-01" },
      usage: { total: 6_000_000_000n, daily: 0n, weekly: 6_000_000_000n, monthly: 0n },
      byok: { total: 2_000_000_000n, daily: 0n, weekly: 2_000_000_000n, monthly: 0n }
    })
  })

  it("goes on counting each day after one reading of a clock that was a year ahead", () => {
    const wrong = KeyUsage.record(counters, spent, at("2027-01-31T23:00:00Z"))
    const right = KeyUsage.record(wrong, spent, evening)
    expect(right).toEqual({
      windows: counters.windows,
      usage: { total: 9_000_000_000n, daily: 3_000_000_000n, weekly: 3_000_000_000n, monthly: 3_000_000_000n },
      byok: { total: 3_000_000_000n, daily: 1_000_000_000n, weekly: 1_000_000_000n, monthly: 1_000_000_000n }
    })
    expect(KeyUsage.at(right, at("2026-02-01T00:00:00Z")).usage.daily).toBe(0n)
  })

  it("counts to the last millisecond of the year 9999", () => {
    const last = at("9999-12-31T23:59:59.999Z")
    const counted = KeyUsage.record(KeyUsage.none(last), spent, last)
    expect(KeyUsage.at(counted, last)).toEqual(counted)
    expect(KeyUsage.at(counted, at("9999-12-31T00:00:00Z"))).toEqual(counted)
    expect(KeyUsage.at(counted, evening).usage.daily).toBe(0n)
  })
})
