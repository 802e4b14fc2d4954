import { describe, expect, it } from "@effect/vitest"
import { windowEnd, windowId } from "@tollgate/core"
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
