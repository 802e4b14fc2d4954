import { describe, expect, it } from "@effect/vitest"
import { Day, emptyScope, type HoldRecord, scopeName, unlimited } from "@tollgate/core/storage"
import { Draft, NotRead, Read } from "../src/spending/Draft.js"
import { holdOf, organization_id } from "./support/storedHolds.js"

const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = { ...emptyScope(1, ref, unlimited, Day.of(0)), holds: 2 }

/** Rows of which scope 1 was read, with those of its open holds whose leases end first. */
const readOf = (...leases: ReadonlyArray<HoldRecord>) => {
  const read = new Read()
  read.scopes.set(1, scope)
  read.ids.set(scopeName(ref), 1)
  read.leases.set(1, { count: leases.length, holds: leases })
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
    expect([draft.findScope(other), draft.scopeOf(2), draft.findHold(hold.id), draft.earliestLeaseEnd(2)]).toEqual([
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
    expect(draft.earliestLeaseEnd(1)).toBe(7)
    draft.saveHold(first, { ...first, state: "settled" })
    expect(draft.earliestLeaseEnd(1)).toBe(8)
    draft.saveHold(second, { ...second, lease_ends_at: 20 })
    expect(draft.earliestLeaseEnd(1)).toBe(9)
    draft.addHold(holdOf(6, { scopes: [5] }))
    expect(draft.earliestLeaseEnd(1)).toBe(9)
    draft.addHold(holdOf(5))
    expect(draft.earliestLeaseEnd(1)).toBe(5)
    draft.saveHold(third, { ...third, state: "released" })
    expect(neededBy(() => draft.earliestLeaseEnd(1))).toEqual({ _tag: "leases", scope, count: 4 })
    draft.saveScope(scope, { ...scope, holds: 0 })
    expect(draft.earliestLeaseEnd(1)).toBeNull()
  })
})
