import { describe, expect, it } from "@effect/vitest"
import { Day, emptyScope, type HoldRecord, LEASES_AMONG, scopeName, unlimited } from "@tollgate/core/storage"
import { LoadedRows, NotRead } from "../src/spending/unit/LoadedRows.js"
import { RowOverlay } from "../src/spending/unit/RowOverlay.js"
import { holdOf, organization_id } from "./support/storedHolds.js"

const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = { ...emptyScope(1, ref, unlimited, Day.of(0)), holds: 2 }

/** Rows of which scope 1 was read, with those of its open holds whose leases end first. */
const readOf = (...leases: ReadonlyArray<HoldRecord>) => {
  const read = new LoadedRows()
  read.scopes.set(1, scope)
  read.ids.set(scopeName(ref), 1)
  read.firstLeases.set(
    1,
    leases.map(({ id, lease_ends_at }) => ({ id, lease_ends_at }))
  )
  read.holdsOfScopes.set(1, leases)
  for (const hold of leases) read.holds.set(hold.id, hold)
  return read
}

/** What rows need that was not read. */
const neededBy = (use: () => unknown) => {
  try {
    return use()
  } catch (error) {
    return error instanceof NotRead ? error.needed : error
  }
}

describe("The rows that an act judges", () => {
  it("are those that were read, and say which others they need", () => {
    const rows = new RowOverlay(readOf(holdOf(7)))
    const other = { ...ref, kind: "key", subject: "other" } as const
    const hold = holdOf(8)
    expect([rows.findScope(ref), rows.scopeOf(1), rows.findHold(holdOf(7).id)]).toEqual([scope, scope, holdOf(7)])
    expect(neededBy(() => rows.findScope(other))).toEqual({ _tag: "ref", ref: other })
    expect(neededBy(() => rows.scopeOf(2))).toEqual({ _tag: "scope", id: 2 })
    expect(neededBy(() => rows.findHold(hold.id))).toEqual({ _tag: "hold", id: hold.id })
    expect(neededBy(() => rows.addScope(other, unlimited, Day.of(0)))).toEqual({ _tag: "ref", ref: other })
  })

  it("are none where none is stored", () => {
    const read = readOf()
    const [other, hold] = [{ ...ref, kind: "key", subject: "other" } as const, holdOf(8)]
    read.ids.set(scopeName(other), null)
    read.scopes.set(2, null)
    read.holds.set(hold.id, null)
    const rows = new RowOverlay(read)
    expect([rows.findScope(other), rows.scopeOf(2), rows.findHold(hold.id), rows.earliestLeaseEnd(2, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      null
    ])
    expect([...rows.holdsOf(2)]).toEqual([])
  })

  it("are new or changed, each once, as the act leaves them", () => {
    const read = readOf(holdOf(7))
    const other = { ...ref, kind: "key", subject: "other" } as const
    read.reserved.set(scopeName(other), 5)
    const rows = new RowOverlay(read)
    const added = rows.addScope(other, unlimited, Day.of(0))
    expect(added).toEqual(emptyScope(5, other, unlimited, Day.of(0)))
    rows.saveScope(added, { ...added, holds: 1 })
    rows.saveScope(scope, { ...scope, holds: 3 })
    expect([rows.findScope(other)?.holds, rows.scopeOf(1)?.holds]).toEqual([1, 3])
    expect(rows.scopes.changed).toMatchObject([
      { before: null, after: { id: 5, holds: 1 } },
      { before: scope, after: { id: 1, holds: 3 } }
    ])
    const [before, hold] = [holdOf(7), holdOf(9)]
    rows.addHold(hold)
    rows.saveHold(hold, { ...hold, sent_at: 1 })
    rows.saveHold(before, { ...before, sent_at: 2 })
    expect([rows.findHold(hold.id)?.sent_at, rows.findHold(before.id)?.sent_at]).toEqual([1, 2])
    expect(rows.holds.changed).toMatchObject([
      { before: null, after: { id: hold.id, sent_at: 1 } },
      { before, after: { id: before.id, sent_at: 2 } }
    ])
    const ofOther = holdOf(10, { scopes: [5] })
    rows.addHold(ofOther)
    expect([...rows.holdsOf(1)].map(({ sent_at }) => sent_at)).toEqual([2, 1])
  })

  it("end with their leases: the first of a scope is known although an act has ended holds", () => {
    const [first, second, third] = [holdOf(7), holdOf(8), holdOf(9)]
    const rows = new RowOverlay(readOf(first, second, third))
    const end = () => rows.earliestLeaseEnd(1, 6)
    expect(end()).toBe(7)
    rows.saveHold(first, { ...first, state: "settled" })
    expect(end()).toBe(8)
    rows.saveHold(second, { ...second, lease_ends_at: 20 })
    expect(end()).toBe(9)
    rows.addHold(holdOf(6, { scopes: [5] }))
    expect(end()).toBe(9)
    rows.addHold(holdOf(5))
    expect(end()).toBe(5)
    rows.saveScope(scope, { ...scope, holds: 0 })
    expect(end()).toBeNull()
    const unread = new RowOverlay(readOf())
    unread.saveScope({ ...scope, id: 5 }, { ...scope, id: 5 })
    expect(neededBy(() => unread.earliestLeaseEnd(5, 6))).toEqual({
      _tag: "leases",
      scope: { ...scope, id: 5 },
      now: 6
    })
  })

  it("of a scope end no earlier than the last lease that is read, if none of those is its own", () => {
    const others = Array.from({ length: LEASES_AMONG }, (_, at) => holdOf(at + 1, { scopes: [5] }))
    const rows = (...leases: ReadonlyArray<HoldRecord>) => {
      const read = readOf()
      read.firstLeases.set(
        1,
        leases.map(({ id, lease_ends_at, scopes }) => ({ id: scopes.includes(1) ? id : null, lease_ends_at }))
      )
      return new RowOverlay(read)
    }
    const behind = rows(...others)
    expect(behind.earliestLeaseEnd(1, 0)).toBe(LEASES_AMONG)
    behind.addHold(holdOf(LEASES_AMONG + 1))
    expect(behind.earliestLeaseEnd(1, 0)).toBe(LEASES_AMONG)
    behind.addHold(holdOf(3))
    expect(behind.earliestLeaseEnd(1, 0)).toBe(3)
    // All there are were read.
    expect(rows(...others.slice(1)).earliestLeaseEnd(1, 0)).toBeNull()
    expect(rows(...others.slice(1), holdOf(99)).earliestLeaseEnd(1, 0)).toBe(99)
  })

  it("are as they were before an act that is undone, with what the acts before it have deleted and corrected", () => {
    const [one, two] = [holdOf(7), holdOf(8)]
    const read = readOf(one, two)
    const other = { ...ref, kind: "key", subject: "other" } as const
    read.reserved.set(scopeName(other), 5)
    const correction = {
      id: one.id,
      cost_before: one.asked,
      cost: one.asked,
      reason: "",
      corrected_by: one.key_hash,
      corrected_at: 0,
      number: 1,
      position: null
    }
    const rows = new RowOverlay(read)
    rows.begin()
    rows.deleteHold(one)
    rows.addCorrection(correction)
    rows.warnOfRestart(scope)
    rows.begin()
    rows.deleteHold(two)
    rows.addCorrection({ ...correction, id: two.id })
    rows.addScope(other, unlimited, Day.of(0))
    rows.undo()
    expect([rows.deletedHolds, rows.corrections, rows.restarted]).toEqual([[one], [correction], []])
    expect(neededBy(() => rows.findScope(other))).toEqual({ _tag: "ref", ref: other })
    rows.written()
    expect([rows.deletedHolds, rows.corrections]).toEqual([[], []])
  })

  it("stay as acts have changed them when they are read again by another name", () => {
    const rows = new RowOverlay(readOf())
    rows.saveScope(scope, { ...scope, holds: 3 })
    expect([rows.findScope(ref)?.holds, rows.scopeOf(1)?.holds]).toEqual([3, 3])
  })
})
