import { describe, expect, it } from "@effect/vitest"
import { RowTable } from "../src/spending/unit/RowTable.js"

const MAX_ROWS = 10_000

describe("The rows of a table in memory", () => {
  it("are forgotten once they are written and not wanted any more", () => {
    const table = new RowTable<number, string>()
    table.change(1, "wanted")
    table.change(2, "ended")
    table.keep(3, "as it is stored")
    expect([table.get(2), table.changed.length]).toEqual(["ended", 2])
    table.written((row) => row === "wanted")
    expect([1, 2, 3].map((key) => table.get(key))).toEqual(["wanted", undefined, "as it is stored"])
    expect(table.changed.length).toBe(0)
  })

  it("are the ones that were kept last, and all that are not written, when they are too many", () => {
    const evicted: Array<string> = []
    const table = new RowTable<number, string>((row) => evicted.push(row))
    table.change(0, "changed")
    for (let key = 1; key < MAX_ROWS + 3; key++) table.keep(key, `row ${key}`)
    expect(table.get(1)).toBe("row 1")
    table.begin()
    expect([0, 3, 4, MAX_ROWS + 2].map((key) => table.get(key))).toEqual([
      "changed",
      undefined,
      "row 4",
      `row ${MAX_ROWS + 2}`
    ])
    expect(evicted).toEqual(["row 1", "row 2", "row 3"])
  })

  it("are as they were before an act that is undone, and as they are stored for the next", () => {
    const table = new RowTable<number, string>()
    table.keep(1, "stored")
    table.begin()
    table.change(1, "by the first act")
    table.begin()
    table.change(1, "by the second act")
    table.change(2, "new")
    table.undo()
    expect([1, 2].map((key) => table.get(key))).toEqual(["by the first act", undefined])
    expect(table.changed).toMatchObject([{ after: "by the first act", before: "stored" }])
  })

  it("are not known after an act that is undone if it has added them, also if a part of them is stored", () => {
    const table = new RowTable<number, string>()
    table.begin()
    table.add(1, "added", "its part")
    table.change(1, "changed")
    expect(table.changed).toMatchObject([{ after: "changed", before: "its part" }])
    table.undo()
    expect([table.get(1), table.changed.length]).toEqual([undefined, 0])
    table.add(1, "added again", "its part")
    table.written(() => true)
    table.begin()
    table.change(1, "changed later")
    table.undo()
    expect(table.get(1)).toBe("added again")
  })

  it("are not to be written after an act that is undone, however often it has changed them", () => {
    const table = new RowTable<number, string>()
    table.keep(1, "stored")
    table.begin()
    table.change(1, "changed")
    table.change(2, "new")
    table.change(1, "changed again")
    table.change(2, "new, and changed")
    table.undo()
    expect([table.get(1), table.get(2), table.changed.length]).toEqual(["stored", undefined, 0])
    table.begin()
    table.change(2, "new again")
    table.written(() => true)
    table.begin()
    table.change(2, "changed")
    table.undo()
    expect([table.get(1), table.get(2), table.changed.length]).toEqual(["stored", "new again", 0])
  })

  it("are as they were when a row that was not known is changed and that is undone", () => {
    const table = new RowTable<number, string>()
    table.begin()
    table.change(1, "changed", "stored")
    expect(table.changed).toMatchObject([{ after: "changed", before: "stored" }])
    table.undo()
    expect([table.get(1), table.changed.length]).toEqual(["stored", 0])
  })
})
