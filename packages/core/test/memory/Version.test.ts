import { describe, expect, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { runs } from "../../../../test/runs.js"
import { Table } from "../../src/memory/Table.js"
import { type Change, type Tables, Version } from "../../src/memory/Version.js"

/** One table, and what it was told of its rows. */
class Letters implements Tables<Letters> {
  log: Array<Change<Letters>> = []
  readonly moved = new Map<string, number>()
  readonly rows: Table<Letters, string, number>
  constructor(from: Iterable<readonly [string, number]> = []) {
    this.rows = new Table(
      this,
      ({ rows }) => rows,
      from,
      (before, after) => {
        for (const [row, by] of [
          [before, -1],
          [after, 1]
        ] as const) {
          if (row !== undefined) this.moved.set(String(row), (this.moved.get(String(row)) ?? 0) + by)
        }
      }
    )
  }
  copy = () => new Letters(this.rows.entries())
}

const sorted = (rows: Iterable<readonly [string, number]>) => [...rows].sort(([one], [other]) => (one < other ? -1 : 1))

const contentOf = ({ rows }: Letters) => sorted(rows.entries())

/** How many rows have each value, as the table told it. */
const countsOf = ({ moved }: Letters) => sorted(moved).filter(([, count]) => count > 0)

const change = fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.option(fc.nat(3), { nil: undefined }))
const step = fc.record({
  /** The version that it goes on from, of those that there are. */
  from: fc.nat(),
  changes: fc.array(change, { maxLength: 4 }),
  keep: fc.boolean(),
  /** The version that is looked at afterwards. */
  look: fc.nat()
})

describe("A version of tables that change in place", () => {
  it("stays as it is, whichever others begin, are kept or are read", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const first = { version: new Version(new Letters()), rows: new Map<string, number>() }
        const versions = [first]
        const versionAt = (index: number) => versions[index % versions.length] ?? first
        const expectSame = (index: number) => {
          const { rows, version } = versionAt(index)
          expect(contentOf(version.tables)).toEqual(sorted(rows))
          const counts = new Map<string, number>()
          for (const row of rows.values()) counts.set(String(row), (counts.get(String(row)) ?? 0) + 1)
          expect(countsOf(version.tables)).toEqual(sorted(counts))
        }
        for (const { changes, from, keep, look } of steps) {
          const base = versionAt(from)
          if (keep) base.version.keep()
          const [version, rows] = [base.version.begin(), new Map(base.rows)]
          for (const [name, row] of changes) {
            version.tables.rows.set(name, row)
            if (row === undefined) rows.delete(name)
            else rows.set(name, row)
          }
          versions.push({ version, rows })
          expectSame(look)
        }
        for (const index of versions.keys()) expectSame(index)
      }),
      { numRuns: runs(100, 5_000) }
    )
  })

  it("that is dropped takes nothing from the next one, and is not read any more", () => {
    const first = new Version(new Letters([["a", 1]]))
    const second = first.begin()
    second.tables.rows.set("a", 2)
    first.drop()
    expect(contentOf(second.tables)).toEqual([["a", 2]])
    expect(() => first.tables).toThrow("Read of a released memory version (bug).")
  })
})
