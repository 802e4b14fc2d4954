import { describe, expect, it } from "@effect/vitest"
import { LONGEST, Names } from "../src/spending/rows/Names.js"
import { MirroredNames } from "../src/spending/sqlite/MirroredNames.js"
import { holdOf, holdRowOf } from "./support/storedHolds.js"

describe("Names of holds", () => {
  it("stay known to a draft that has begun with them, however many others are kept meanwhile", () => {
    const kept = new Names()
    kept.add(1, "acme")
    const draft = new Names(kept)
    for (let id = 2; !kept.isFull; id++) kept.add(id, `name ${id}`)
    expect([kept.textOf(20_000), kept.textOf(20_001)]).toEqual(["name 20000", undefined])
    kept.add(0, "one more")
    expect([draft.textOf(1), draft.idOf("acme", 0)]).toEqual(["acme", 1])
  })

  it("are written with numbers that were read by their text within an hour, and those of rows are read alone", () => {
    const kept = new Names()
    kept.add(1, "acme")
    kept.show(2, "ada")
    const learned = new Names()
    learned.add(3, "eve")
    const draft = new Names(kept)
    kept.keep(learned, 1_000)
    const later = new Names()
    later.add(4, "bob")
    kept.keep(later, 2_000)
    const idsAt = (now: number) => ["acme", "ada", "eve", "bob"].map((text) => draft.idOf(text, now))
    const [old, known] = [Array(4).fill(undefined), [1, undefined, 3, 4]]
    expect([idsAt(1_000 + LONGEST), idsAt(1_000 - LONGEST)]).toEqual([known, known])
    expect([idsAt(1_001 + LONGEST), idsAt(999 - LONGEST)]).toEqual([old, old])
    expect([draft.textOf(2), draft.textOf(4), kept.isOldAt(2_000), kept.isOldAt(1_001 + LONGEST)]).toEqual([
      "ada",
      "bob",
      false,
      true
    ])
    draft.add(5, "acme")
    expect([draft.idOf("acme", 0), draft.idOf("acme", 1_001 + LONGEST)]).toEqual([1, 5])
  })

  it("are read as JSON once", () => {
    const kept = new Names()
    kept.add(1, '{"models":[]}')
    const parsed = kept.parsed(1)
    expect(parsed).toEqual({ models: [] })
    expect([kept.parsed(1), new Names(kept).parsed(1)].every((value) => value === parsed)).toBe(true)
    expect([kept.parsed(2), new Names(kept).parsed(2)]).toEqual([undefined, undefined])
  })
})

/** Names of a database, which are asked for or inserted, and what was asked. */
const database = () => {
  const stored = new Names()
  let known = new Names()
  const asked: Array<string> = []
  let count = 0
  const hold = holdOf(7)
  const row = holdRowOf(hold, stored)
  const names = new MirroredNames(
    {
      names: () => known,
      keep: (learned, now) => {
        asked.push("keep")
        known = new Names()
        known.keep(learned, now)
      }
    },
    (all) =>
      all.flatMap(({ params, text }): ReadonlyArray<Record<string, unknown>> => {
        const what = text.startsWith("INSERT") ? "insert" : text.includes("digest") ? "find" : "read"
        asked.push(what)
        if (what === "find") return []
        if (what === "insert") return [{ id: 100 + count++, name: params[1] }]
        return params.map((id) => ({ id, name: stored.textOf(Number(id)) }))
      })
  )
  return { asked, hold, names, row }
}

describe("Names in rows that are mirrored", () => {
  it("are read once, for all rows", () => {
    const { asked, hold, names, row } = database()
    expect(names.toHolds([row, row])).toEqual([hold, hold])
    expect(names.toHolds([row])).toEqual([hold])
    expect(names.toHolds([])).toEqual([])
    expect(asked).toEqual(["read"])
  })

  it("are inserted if they are new, and known once their rows are stored, but not if those are undone", () => {
    const { asked, names } = database()
    const numbers = (now = 0) => {
      const unknown = new Set<string>()
      return [names.numbersOf(["ada", null, "acme"], unknown, now), [...unknown]]
    }
    expect(numbers()).toEqual([
      [null, null, null],
      ["ada", "acme"]
    ])
    names.number(["ada", "acme"])
    expect(numbers()).toEqual([[100, null, 101], []])
    names.forget()
    expect(numbers()).toEqual([
      [null, null, null],
      ["ada", "acme"]
    ])
    names.number(["ada", "acme"])
    names.stored(0)
    names.stored(0)
    names.forget()
    expect(numbers()).toEqual([[102, null, 103], []])
    expect(numbers(LONGEST + 1)[1]).toEqual(["ada", "acme"])
    expect(asked).toEqual(["find", "insert", "insert", "find", "insert", "insert", "keep"])
  })
})
