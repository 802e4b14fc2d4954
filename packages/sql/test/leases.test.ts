import { describe, expect, it } from "@effect/vitest"
import { FOREIGN_LEASE, holdIdAt } from "@tollgate/core/storage"
import { Leases } from "../src/spending/upkeep/Leases.js"

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

  it("are none once their hold has ended, looked for or not", () => {
    const leases = new Leases()
    leases.granted(hold)
    leases.ended(hold.id)
    expect(leases.hasEnded(end)).toBe(false)
    leases.granted(hold)
    leases.lookedFor(end)
    leases.ended(hold.id)
    expect(leases.isDue(hold, end)).toBe(false)
    leases.granted({ ...hold, state: "settled" })
    expect([leases.hasEnded(end), leases.isDue(hold, end)]).toEqual([false, false])
  })

  it("are those of any process, and known no longer, when a process may give back those of others", () => {
    const leases = new Leases()
    leases.granted(hold)
    leases.lookedFor(end)
    const due = [end + FOREIGN_LEASE - 1, end + FOREIGN_LEASE].map((now) => {
      leases.lookedFor(now)
      return leases.isDue(hold, end)
    })
    expect(due).toEqual([true, false])
    expect([end + FOREIGN_LEASE - 1, end + FOREIGN_LEASE].map((now) => leases.isDue(hold, now))).toEqual([false, true])
  })

  it("of a hold that could not be given back are due again later, and at once if it has ended otherwise", () => {
    const leases = new Leases()
    leases.granted(hold)
    leases.spoiled(hold.id, end)
    expect([end, end + FOREIGN_LEASE - 1, end + FOREIGN_LEASE].map((now) => leases.isDue(hold, now))).toEqual([
      false,
      false,
      true
    ])
    leases.ended(hold.id)
    leases.granted(hold)
    expect(leases.isDue(hold, end)).toBe(true)
  })

  it("are looked for when the first of several ends", () => {
    const leases = new Leases()
    const [first, last] = [hold, { ...hold, id: holdIdAt(end + 5, new Uint8Array(10)), lease_ends_at: end + 5 }]
    leases.granted(last)
    leases.granted(first)
    expect([end - 1, end].map((now) => leases.hasEnded(now))).toEqual([false, true])
    leases.ended(first.id)
    expect([end, end + 4, end + 5].map((now) => leases.hasEnded(now))).toEqual([false, false, true])
  })
})
