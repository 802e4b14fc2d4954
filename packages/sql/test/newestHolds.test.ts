import { describe, expect, it } from "@effect/vitest"
import { holdIdAt } from "@tollgate/core/storage"
import { NewestHolds } from "../src/spending/sqlite/NewestHolds.js"

const idOf = (instant: number, last: number) => holdIdAt(instant, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, last, 0))

const opened = (latest: string) => {
  let reads = 0
  const newest = new NewestHolds(() => {
    reads++
    return latest
  })
  return { newest, isNew: (instant: number, last: number) => newest.isNew(idOf(instant, last)), reads: () => reads }
}

describe("A hold is known not to exist", () => {
  it("if its id is of a later millisecond than the latest that is stored, which is read once", () => {
    const { isNew, reads } = opened(idOf(1_000, 5))
    expect([isNew(1_001, 1), isNew(1_000, 6), isNew(1_000, 5), isNew(999, 9)]).toEqual([true, false, false, false])
    expect(reads()).toBe(1)
  })

  it("if no hold is stored", () => {
    expect(opened("").isNew(0, 0)).toBe(true)
  })

  it("if it is of the latest millisecond, of which every hold was added, and is none of them", () => {
    const { isNew, newest } = opened(idOf(1_000, 5))
    expect(isNew(1_001, 1)).toBe(true)
    newest.add(idOf(1_001, 1))
    newest.add(idOf(1_001, 3))
    expect([isNew(1_001, 1), isNew(1_001, 2), isNew(1_001, 3)]).toEqual([false, true, false])
    newest.add(idOf(1_000, 7))
    newest.add(idOf(1_003, 1))
    expect([isNew(1_001, 2), isNew(1_002, 1), isNew(1_003, 1), isNew(1_003, 2)]).toEqual([false, false, false, true])
  })

  it("not by what was known before others may have been stored", () => {
    const { isNew, newest, reads } = opened(idOf(1_002, 5))
    expect(isNew(1_003, 1)).toBe(true)
    newest.add(idOf(1_003, 1))
    newest.forget()
    newest.add(idOf(1_001, 1))
    expect([isNew(1_001, 2), isNew(1_002, 2), isNew(1_003, 2)]).toEqual([false, false, true])
    expect(reads()).toBe(2)
  })
})
