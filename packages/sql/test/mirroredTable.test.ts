import { describe, expect, it } from "@effect/vitest"
import { MirroredTable } from "../src/spending/MirroredTable.js"

const MOST = 10_000

/** A table with more rows than are kept, the first of which is changed and not written, and what it forgets. */
const fullTable = () => {
  const forgotten: Array<string> = []
  const table = new MirroredTable<number, string>((row) => forgotten.push(row))
  for (let key = 0; key < MOST + 3; key++) table.keep(key, `row ${key}`)
  table.change(0, "changed")
  return { forgotten, table }
}

describe("Rows in memory", () => {
  it("that were kept first are forgotten when there are too many, and their owner is told, but none that is not written", () => {
    const { forgotten, table } = fullTable()
    table.begin()
    expect(forgotten).toEqual(["row 1", "row 2"])
    expect([table.get(0), table.get(1), table.get(2), table.get(3)]).toEqual(["changed", undefined, undefined, "row 3"])
    table.written(() => true)
    table.begin()
    expect(forgotten).toEqual(["row 1", "row 2", "changed"])
  })

  it("stay those that they are while others are deleted, however many", () => {
    const table = new MirroredTable<number, string>()
    table.keep(-1, "stays")
    for (let key = 0; key < 1000; key++) {
      table.change(key, "ends")
      table.written((row) => row === "stays")
      expect([table.get(-1), table.get(key), table.changedCount]).toEqual(["stays", undefined, 0])
    }
  })
})
