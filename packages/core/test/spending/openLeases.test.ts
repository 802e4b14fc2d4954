import { describe, expect, it } from "@effect/vitest"
import { runs } from "../../../../test/runs.js"
import { seeded } from "../../../../test/seeded.js"
import { OpenLeases } from "../../src/spending/store/OpenLeases.js"
import { aHold, idOf } from "./support/samples.js"

const sample = aHold()

/** Changes of 150 holds, each with the end of its lease; a third of them ends the hold. */
const history = (random: () => number) =>
  Array.from({ length: 500 }, () => {
    const [id, lease_ends_at] = [idOf(Math.floor(random() * 150)), 1 + Math.floor(random() * 150)]
    return { ...sample, id, lease_ends_at, state: random() < 0.3 ? ("released" as const) : ("open" as const) }
  })

describe("The open holds by the end of their lease", () => {
  it("are in the order in which their leases end, whatever opened, was extended and ended before", () => {
    const random = seeded(5)
    for (let run = 0; run < runs(5, 500); run++) {
      const leases = new OpenLeases()
      const holds = new Map<string, typeof sample>()
      for (const hold of history(random)) {
        leases.moved(holds.get(hold.id), hold)
        holds.set(hold.id, hold)
      }
      const open = [...holds.values()].filter(({ state }) => state === "open")
      const endOf = (id: string) => holds.get(id)?.lease_ends_at ?? 0
      const ends = open.map(({ lease_ends_at }) => lease_ends_at).toSorted((a, b) => a - b)
      expect([...leases.inOrder()].map(endOf)).toEqual(ends)
      expect(new Set(leases.inOrder())).toEqual(new Set(open.map(({ id }) => id)))
      for (const [now, most] of [
        [ends[9] ?? 0, 1000],
        [75, 7],
        [150, 0]
      ] as const) {
        expect(leases.ended(now, most).map(endOf)).toEqual(ends.filter((end) => end <= now).slice(0, most))
      }
      for (const from of [0, 40, 149]) {
        const later = open.filter(({ lease_ends_at }) => lease_ends_at >= from)
        for (const hold of later) {
          const found = (most: number) => leases.firstEnd(from, most, (id) => id === hold.id)
          expect(found(1000)).toBe(hold.lease_ends_at)
          // Behind many others, an end that is not later.
          expect([found(1), found(20)].every((end) => end !== null && from <= end && end <= hold.lease_ends_at)).toBe(
            true
          )
        }
        expect(leases.firstEnd(from, 1000, () => false)).toBeNull()
      }
    }
  })

  it("are found behind thousands that have ended, at the price of a few", () => {
    const leases = new OpenLeases()
    const hold = (number: number, state: "open" | "settled" = "open") => ({
      ...sample,
      id: idOf(number),
      lease_ends_at: number,
      state
    })
    const [many, wanted] = [5000, hold(20_000)]
    for (let number = 1; number <= 2 * many; number++) leases.moved(undefined, hold(number))
    leases.moved(undefined, wanted)
    for (let number = 1; number <= many; number++) leases.moved(hold(number), hold(number, "settled"))
    const asked: Array<string> = []
    const isWanted = (id: string) => {
      asked.push(id)
      return id === wanted.id
    }
    expect([leases.firstEnd(0, 10, isWanted), asked.length]).toEqual([many + 10, 10])
    for (let number = many + 1; number <= 2 * many - 5; number++) leases.moved(hold(number), hold(number, "settled"))
    expect(leases.firstEnd(0, 10, isWanted)).toBe(wanted.lease_ends_at)
    // One that ends before all others.
    leases.moved(undefined, hold(7))
    expect(leases.firstEnd(0, 10, (id) => id === hold(7).id)).toBe(7)
  })
})
