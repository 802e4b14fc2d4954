import { describe, expect, it } from "@effect/vitest"
import { FOREIGN_LEASE, holdIdAt } from "@tollgate/core/storage"
import { Leases } from "../src/spending/Leases.js"

const end = Date.UTC(2026, 4, 31)
const hold = { id: holdIdAt(end, new Uint8Array(10)), lease_ends_at: end, state: "open" } as const

describe("Leases of a process", () => {
  it("are looked for once they have ended, and not again if another process has ended the hold", () => {
    const leases = new Leases()
    leases.granted(hold)
    expect([end - 1, end].map((now) => leases.hasEnded(now))).toEqual([false, true])
    leases.lookedFor(end)
    expect([end, end + FOREIGN_LEASE].map((now) => leases.hasEnded(now))).toEqual([false, false])
  })

  it("are given back at their end even if the hold was locked when they were looked for", () => {
    const leases = new Leases()
    expect(leases.isDue(hold, end)).toBe(false)
    leases.granted(hold)
    leases.lookedFor(end)
    expect(leases.isDue(hold, end)).toBe(true)
  })

  it("are looked for again after the hold was extended", () => {
    const leases = new Leases()
    leases.granted(hold)
    leases.lookedFor(end)
    leases.granted({ ...hold, lease_ends_at: end + 1 })
    expect([end, end + 1].map((now) => leases.hasEnded(now))).toEqual([false, true])
  })
})
