import { describe, it } from "vitest"
import { checkLaws, zones } from "./support/windowLaws.js"

describe("Window", () => {
  it.each(zones)("keeps its laws over 70,000 instants of 230 years in a process whose zone is $zone", (zone) =>
    checkLaws(zone, 70_000)
  )
})
