import { describe, expect, it } from "@effect/vitest"
import { Day, emptyScope, type HoldRecord, LEASES_AMONG, scopeName, unlimited } from "@tollgate/core/storage"
import { Draft, NotRead, Read } from "../src/spending/unit/Draft.js"
import { holdOf, organization_id } from "./support/storedHolds.js"

const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = { ...emptyScope(1, ref, unlimited, Day.of(0)), holds: 2 }

/** Rows of which scope 1 was read, with those of its open holds whose leases end first. */
const readOf = (...leases: ReadonlyArray<HoldRecord>) => {
  const read = new Read()
  read.scopes.set(1, scope)
  read.ids.set(scopeName(ref), 1)
  read.leases.set(
    1,
    leases.map(({ id, lease_ends_at }) => ({ id, lease_ends_at }))
  )
  read.holdsOf.set(1, leases)
  for (const hold of leases) read.holds.set(hold.id, hold)
  return read
}

/** What a draft needs that was not read. */
const neededBy = (use: () => unknown) => {
  try {
    return use()
  } catch (error) {
    return error instanceof NotRead ? error.needed : error
  }
}

describe("The rows that an act judges", () => {
  it("are those that were read, and say which others they need", () => {
    const draft = new Draft(readOf(holdOf(7)))
    const other = { ...ref, kind: "key", subject: "other" } as const
    const hold = holdOf(8)
    expect([draft.findScope(ref), draft.scopeOf(1), draft.findHold(holdOf(7).id)]).toEqual([scope, scope, holdOf(7)])
    expect(neededBy(() => draft.findScope(other))).toEqual({ _tag: "ref", ref: other })
    expect(neededBy(() => draft.scopeOf(2))).toEqual({ _tag: "scope", id: 2 })
    expect(neededBy(() => draft.findHold(hold.id))).toEqual({ _tag: "hold", id: hold.id })
    expect(neededBy(() => draft.addScope(other, unlimited, Day.of(0)))).toEqual({ _tag: "ref", ref: other })
  })

  it("are none where none is stored", () => {
    const read = readOf()
    const [other, hold] = [{ ...ref, kind: "key", subject: "other" } as const, holdOf(8)]
    read.ids.set(scopeName(other), null)
    read.scopes.set(2, null)
    read.holds.set(hold.id, null)
    const draft = new Draft(read)
    expect([draft.findScope(other), draft.scopeOf(2), draft.findHold(hold.id), draft.earliestLeaseEnd(2, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      null
    ])
    expect([...draft.holdsOf(2)]).toEqual([])
  })

  it("are new or changed, each once, as the act leaves them", () => {
    const read = readOf(holdOf(7))
    const other = { ...ref, kind: "key", subject: "other" } as const
    read.reserved.set(scopeName(other), 5)
    const draft = new Draft(read)
    const added = draft.addScope(other, unlimited, Day.of(0))
    expect(added).toEqual(emptyScope(5, other, unlimited, Day.of(0)))
    draft.saveScope(added, { ...added, holds: 1 })
    draft.saveScope(scope, { ...scope, holds: 3 })
    expect([draft.findScope(other)?.holds, draft.scopeOf(1)?.holds]).toEqual([1, 3])
    expect([[...draft.newScopes.keys()], [...draft.changedScopes.keys()]]).toEqual([[5], [1]])
    const [before, hold] = [holdOf(7), holdOf(9)]
    draft.addHold(hold)
    draft.saveHold(hold, { ...hold, sent_at: 1 })
    draft.saveHold(before, { ...before, sent_at: 2 })
    expect([draft.findHold(hold.id)?.sent_at, draft.findHold(before.id)?.sent_at]).toEqual([1, 2])
    expect([[...draft.newHolds.keys()], [...draft.changedHolds.keys()]]).toEqual([[hold.id], [before.id]])
    const ofOther = holdOf(10, { scopes: [5] })
    draft.addHold(ofOther)
    expect([...draft.holdsOf(1)].map(({ sent_at }) => sent_at)).toEqual([2, 1])
  })

  it("end with their leases: the first of a scope is known although an act has ended holds", () => {
    const [first, second, third] = [holdOf(7), holdOf(8), holdOf(9)]
    const draft = new Draft(readOf(first, second, third))
    const end = () => draft.earliestLeaseEnd(1, 6)
    expect(end()).toBe(7)
    draft.saveHold(first, { ...first, state: "settled" })
    expect(end()).toBe(8)
    draft.saveHold(second, { ...second, lease_ends_at: 20 })
    expect(end()).toBe(9)
    draft.addHold(holdOf(6, { scopes: [5] }))
    expect(end()).toBe(9)
    draft.addHold(holdOf(5))
    expect(end()).toBe(5)
    draft.saveScope(scope, { ...scope, holds: 0 })
    expect(end()).toBeNull()
    const unread = new Draft(readOf())
    unread.saveScope({ ...scope, id: 5 }, { ...scope, id: 5 })
    expect(neededBy(() => unread.earliestLeaseEnd(5, 6))).toEqual({
      _tag: "leases",
      scope: { ...scope, id: 5 },
      now: 6
    })
  })

  it("of a scope end no earlier than the last lease that is read, if none of those is its own", () => {
    const others = Array.from({ length: LEASES_AMONG }, (_, at) => holdOf(at + 1, { scopes: [5] }))
    const draft = (...leases: ReadonlyArray<HoldRecord>) => {
      const read = readOf()
      read.leases.set(
        1,
        leases.map(({ id, lease_ends_at, scopes }) => ({ id: scopes.includes(1) ? id : null, lease_ends_at }))
      )
      return new Draft(read)
    }
    const behind = draft(...others)
    expect(behind.earliestLeaseEnd(1, 0)).toBe(LEASES_AMONG)
    behind.addHold(holdOf(LEASES_AMONG + 1))
    expect(behind.earliestLeaseEnd(1, 0)).toBe(LEASES_AMONG)
    behind.addHold(holdOf(3))
    expect(behind.earliestLeaseEnd(1, 0)).toBe(3)
    // All there are were read.
    expect(draft(...others.slice(1)).earliestLeaseEnd(1, 0)).toBeNull()
    expect(draft(...others.slice(1), holdOf(99)).earliestLeaseEnd(1, 0)).toBe(99)
  })
})
