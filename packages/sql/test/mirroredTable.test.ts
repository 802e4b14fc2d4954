import { describe, expect, it } from "@effect/vitest"
import { MirroredTable } from "../src/spending/sqlite/MirroredTable.js"

const MOST = 10_000
/** As many are forgotten at a time. */
const SOME = 1_000

describe("The rows that are mirrored in memory", () => {
  it("are forgotten once they are written and not wanted any more", () => {
    const table = new MirroredTable<number, string>()
    table.change(1, "wanted")
    table.change(2, "ended")
    table.keep(3, "as it is stored")
    expect([table.get(2), table.changedCount]).toEqual(["ended", 2])
    table.written((row) => row === "wanted")
    expect([1, 2, 3].map((key) => table.get(key))).toEqual(["wanted", undefined, "as it is stored"])
    expect(table.changedCount).toBe(0)
  })

  it("are the ones that were kept last but some, and all that are not written, when they are too many", () => {
    const forgotten: Array<string> = []
    const table = new MirroredTable<number, string>((row) => forgotten.push(row))
    table.change(0, "changed")
    for (let key = 1; key < MOST + 3; key++) table.keep(key, `row ${key}`)
    table.begin()
    expect([0, 1, SOME + 2, SOME + 3].map((key) => table.get(key))).toEqual([
      "changed",
      undefined,
      undefined,
      `row ${SOME + 3}`
    ])
    expect(forgotten).toEqual(Array.from({ length: SOME + 2 }, (_, index) => `row ${index + 1}`))
    expect(table.get(MOST + 2)).toBe(`row ${MOST + 2}`)
  })

  it("are as they were before an act that is undone, and as they are stored for the next", () => {
    const table = new MirroredTable<number, string>()
    table.keep(1, "stored")
    table.begin()
    table.change(1, "by the first act")
    table.begin()
    table.change(1, "by the second act")
    table.change(2, "new")
    table.undo()
    expect([1, 2].map((key) => table.get(key))).toEqual(["by the first act", undefined])
    const changed: Array<readonly [string, string | null]> = []
    table.forEachChanged((after, before) => changed.push([after, before]))
    expect(changed).toEqual([["by the first act", "stored"]])
  })

  it("are not to be written after an act that is undone, however often it has changed them", () => {
    const table = new MirroredTable<number, string>()
    table.keep(1, "stored")
    table.begin()
    table.change(1, "changed")
    table.change(2, "new")
    table.change(1, "changed again")
    table.change(2, "new, and changed")
    table.undo()
    expect([table.get(1), table.get(2), table.changedCount]).toEqual(["stored", undefined, 0])
    table.begin()
    table.change(2, "new again")
    table.written(() => true)
    table.begin()
    table.change(2, "changed")
    table.undo()
    expect([table.get(1), table.get(2), table.changedCount]).toEqual(["stored", "new again", 0])
  })
})
