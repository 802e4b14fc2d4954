import { describe, expect, it } from "@effect/vitest"
import { NameReader } from "../src/spending/rows/NameReader.js"
import { KnownIds, MAX_AGE_MS, Names } from "../src/spending/rows/Names.js"
import { runNow } from "../src/spending/rows/Script.js"
import { sqliteDialect } from "../src/spending/sqlite/sqliteDialect.js"
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
    expect([idsAt(1_000 + MAX_AGE_MS), idsAt(1_000 - MAX_AGE_MS)]).toEqual([known, known])
    expect([idsAt(1_001 + MAX_AGE_MS), idsAt(999 - MAX_AGE_MS)]).toEqual([old, old])
    expect([draft.textOf(2), draft.textOf(4), kept.isOldAt(2_000), kept.isOldAt(1_001 + MAX_AGE_MS)]).toEqual([
      "ada",
      "bob",
      false,
      true
    ])
    draft.add(5, "acme")
    expect([draft.idOf("acme", 0), draft.idOf("acme", 1_001 + MAX_AGE_MS)]).toEqual([1, 5])
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
  const asked: Array<string> = []
  /** Texts that another transaction inserts as soon as they were not found. */
  const others = new Set<string>()
  let count = 0
  const hold = holdOf(7)
  const row = holdRowOf(hold, stored)
  const query = (text: string, params: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
    const what = text.startsWith("INSERT") ? "insert" : text.includes("digest") ? "find" : "read"
    asked.push(what)
    if (what === "read") return params.map((id) => ({ id, name: stored.textOf(Number(id)) }))
    const name = String(params[1])
    if (what === "insert") return others.has(name) ? [] : [{ id: 100 + count++, name }]
    return asked.includes("insert") ? [...others].map((name) => ({ id: 50, name })) : []
  }
  const reader = (known = new Names()) => {
    const names = new NameReader(new Names(known), sqliteDialect)
    return {
      names: names.names,
      toHolds: (...rows: ReadonlyArray<typeof row>) => runNow(query, names.toHolds(rows)),
      number: (...texts: ReadonlyArray<string>) => runNow(query, names.number(new Set(texts), 0))
    }
  }
  return { asked, hold, others, reader, row }
}

describe("Names in rows", () => {
  it("are read once, for all rows", () => {
    const { asked, hold, reader, row } = database()
    const { toHolds } = reader()
    expect(toHolds(row, row)).toEqual([hold, hold])
    expect(toHolds(row)).toEqual([hold])
    expect(toHolds()).toEqual([])
    expect(asked).toEqual(["read"])
  })

  it("are inserted if they are new, and known once their rows are stored, but not if those are undone", () => {
    const { asked, reader } = database()
    const known = new KnownIds()
    const first = reader(known.current.names)
    const idsOf = ({ names }: { readonly names: Names }, now = 0) =>
      ["ada", "acme"].map((text) => names.idOf(text, now))
    first.number("ada", "acme")
    first.number("ada", "acme")
    expect(idsOf(first)).toEqual([100, 101])
    const second = reader(known.current.names)
    expect(idsOf(second)).toEqual([undefined, undefined])
    second.number("ada", "acme")
    known.keep({ names: second.names, scopes: new Map() }, 0)
    const third = reader(known.current.names)
    expect([idsOf(third), idsOf(third, MAX_AGE_MS + 1)]).toEqual([
      [102, 103],
      [undefined, undefined]
    ])
    expect(asked).toEqual(["find", "insert", "insert", "find", "insert", "insert"])
  })

  it("are read again if another transaction has inserted them at the same moment", () => {
    const { asked, others, reader } = database()
    const { names, number } = reader()
    others.add("ada")
    number("ada")
    expect([names.idOf("ada", 0), asked]).toEqual([50, ["find", "insert", "find"]])
  })
})

describe("Numbers that a process keeps", () => {
  it("of keys outlast those of 100,000 runs, of which the latest are kept", () => {
    const known = new KnownIds()
    const keep = (name: string, id: number) => known.keep({ names: new Names(), scopes: new Map([[name, id]]) }, 0)
    keep("key 1", 1)
    for (let id = 2; id <= 100_001; id++) keep(`run ${id}`, id)
    expect(["key 1", "run 2", "run 100001"].map((name) => known.current.scopes.get(name))).toEqual([
      1,
      undefined,
      100_001
    ])
  })

  it("begin anew when they are full or old, and stay with who has begun with them", () => {
    const known = new KnownIds()
    const first = known.current
    const learned = new Names()
    for (let id = 1; !learned.isFull; id++) learned.add(id, `name ${id}`)
    known.keep({ names: learned, scopes: new Map([["scope", 7]]) }, 0)
    expect([known.current, first.names.idOf("name 1", 0), first.scopes.get("scope")]).toEqual([first, 1, 7])
    const next = new Names()
    next.add(1, "next")
    known.keep({ names: next, scopes: new Map() }, 0)
    expect([known.current.names.idOf("next", 0), known.current.names.idOf("name 1", 0)]).toEqual([1, undefined])
    expect([known.current.scopes.get("scope"), first.names.idOf("name 1", 0)]).toEqual([7, 1])
    known.keep({ names: new Names(), scopes: new Map([["scope", 8]]) }, 0)
    known.keep({ names: next, scopes: new Map() }, MAX_AGE_MS + 1)
    expect([known.current.names.idOf("next", MAX_AGE_MS + 1), known.current.scopes.get("scope")]).toEqual([1, 8])
  })
})
