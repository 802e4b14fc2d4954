import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { type OrganizationId, pruneAudit, verifyAudit } from "@tollgate/core"
import { AuditStore, hashEntry, noEntries, seal } from "@tollgate/core/storage"
import { DateTime, Effect, HashMap, Logger, TestClock } from "effect"
import { chained, entryAt, headOf, organization, second, storing, third, times } from "./storing.js"

const none = { same: 0, unsealed: 0 }

describe("hashEntry", () => {
  it("is the SHA-256 of a JSON array that begins with the version of the form", () => {
    const text = `[1,"${"0".repeat(64)}","${organization}",1,7,"host",null,null,"keys.updateKey","an object","{}","[]",null,null]`
    expect(hashEntry(noEntries, entryAt(7))).toBe(createHash("sha256").update(text).digest("hex"))
    expect(noEntries).toEqual({ seq: 0, hash: "0".repeat(64) })
  })
})

describe("verifyAudit", () => {
  it.effect("reads each chain to its end, a thousand entries at a time", () =>
    Effect.gen(function* () {
      const { provided, reads } = storing(chained(times(2_001)), [], chained([5], third))
      expect(yield* provided(verifyAudit())).toEqual({ chains: 3, entries: 2_002, broken: [], ...none, pruned: [] })
      expect(reads).toEqual([
        [0, 1_000],
        [1_000, 1_000],
        [2_000, 1],
        [0, 1]
      ])
    })
  )

  const whole = chained(times(4))
  for (const [what, entries, seq, problem, count] of [
    ["an entry that is missing between others", whole.filter(({ seq }) => seq !== 3), 3, "missing", 2],
    ["the last entry, if it is gone", whole.slice(0, 3), 4, "missing", 3],
    ["all entries, if they are gone", [], 1, "missing", 0],
    [
      "an entry that was changed",
      whole.map((entry) => (entry.seq === 2 ? { ...entry, action: "other" } : entry)),
      2,
      "changed",
      1
    ]
  ] as const) {
    it.effect(`finds ${what}, and checks the chains behind it`, () =>
      Effect.gen(function* () {
        const { of, provided } = storing(whole, chained([1, 2], second))
        of(organization).entries = entries
        expect(yield* provided(verifyAudit())).toEqual({
          chains: 2,
          entries: count + 2,
          broken: [{ organization_id: organization, seq, problem }],
          ...none,
          pruned: []
        })
      })
    )
  }

  it.effect("finds a chain that was written anew, by its head", () =>
    Effect.gen(function* () {
      const { of, provided } = storing(whole)
      of(organization).entries = chained([9, 9, 9, 9])
      expect((yield* provided(verifyAudit())).broken).toEqual([
        { organization_id: organization, seq: 4, problem: "changed" }
      ])
    })
  )
})

describe("pruneAudit", () => {
  const at = DateTime.unsafeMake(100_000)

  it.effect("deletes what is older than the retention, and neither younger entries nor what follows one", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const { of, provided } = storing(
        chained([1, 39_999, 40_000, 2, 90_000]),
        chained([50_000], second),
        chained([3], third)
      )
      expect(yield* provided(pruneAudit("1 minute"))).toEqual({ deleted: 3 })
      const { deleted, entries } = of(organization)
      expect(entries.map(({ action, seq }) => [seq, action])).toEqual([
        [3, "keys.updateKey"],
        [4, "keys.updateKey"],
        [5, "keys.updateKey"],
        [6, "audit.prune"]
      ])
      expect(deleted).toEqual(headOf(chained([1, 39_999])))
      expect(entries.at(-1)).toMatchObject({
        created_at: at,
        actor_kind: "host",
        changes: JSON.stringify({ from: 1, to: 2, hash: deleted.hash })
      })
      expect(of(second).entries.map(({ seq }) => seq)).toEqual([1])
      const begun = (organization_id: OrganizationId, seq: number) => ({ organization_id, seq, at, isNotedLate: false })
      expect(yield* provided(verifyAudit())).toEqual({
        ...{ chains: 3, entries: 6, broken: [], ...none },
        pruned: [begun(organization, 2), begun(third, 1)]
      })
      expect(yield* provided(pruneAudit("1 minute"))).toEqual({ deleted: 0 })
    })
  )

  it.effect("deletes a chain of several pages, with an entry for each, whose numbers go on", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const { of, provided, reads } = storing(chained(times(2_001)))
      expect(yield* provided(pruneAudit("1 second"))).toEqual({ deleted: 2_001 })
      const { deleted, entries } = of(organization)
      expect(deleted).toEqual(headOf(chained(times(2_001))))
      expect(entries.map(({ changes, seq }) => [seq, JSON.parse(changes)])).toEqual([
        [2_002, { from: 1, to: 1_000, hash: expect.any(String) }],
        [2_003, { from: 1_001, to: 2_000, hash: expect.any(String) }],
        [2_004, { from: 2_001, to: 2_001, hash: deleted.hash }]
      ])
      expect(reads).toEqual([
        [0, 1_000],
        [1_000, 1_000],
        [2_000, 1]
      ])
      const pruned = [{ organization_id: organization, seq: 2_001, at, isNotedLate: false }]
      expect(yield* provided(verifyAudit())).toEqual({ chains: 1, entries: 3, broken: [], ...none, pruned })
    })
  )

  it.effect("keeps entries about earlier deletions until other ones are deleted with them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const { of, provided } = storing(chained([1, 2]))
      const numbers = Effect.sync(() => of(organization).entries.map(({ seq }) => seq))
      expect(yield* provided(pruneAudit("1 second"))).toEqual({ deleted: 2 })
      yield* TestClock.adjust("1 hour")
      expect(yield* provided(pruneAudit("1 second"))).toEqual({ deleted: 0 })
      expect(yield* numbers).toEqual([3])
      const chain = of(organization)
      chain.head = seal(chain.head, entryAt(200_000))
      chain.entries = [
        ...chain.entries,
        { ...entryAt(200_000), ...chain.head, created_at: DateTime.unsafeMake(200_000) }
      ]
      expect(yield* provided(pruneAudit("1 second"))).toEqual({ deleted: 2 })
      expect(yield* numbers).toEqual([5])
      const pruned = [{ organization_id: organization, seq: 4, at: yield* DateTime.now, isNotedLate: false }]
      expect(yield* provided(verifyAudit())).toEqual({ chains: 1, entries: 1, broken: [], ...none, pruned })
    })
  )

  it.effect("leaves a line in the log about each entry of its own", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const { of, provided } = storing(chained([1, 2]))
      const said: Array<unknown> = []
      const logger = Logger.make(({ annotations, message }) => {
        said.push([message, Object.fromEntries(HashMap.toEntries(annotations))].flat())
      })
      yield* Effect.provide(provided(pruneAudit("1 second")), Logger.replace(Logger.defaultLogger, logger))
      const { hash } = of(organization).deleted
      expect(said).toEqual([["old audit entries deleted", { organization, from: 1, to: 2, hash }]])
    })
  )

  it.effect("stops at a chain that another process has shortened", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const { of, provided } = storing(chained([1, 2]))
      const audit = yield* provided(AuditStore)
      const other = provided(pruneAudit("1 second"))
      const late = AuditStore.of({ ...audit, read: (...given) => Effect.zipLeft(audit.read(...given), other) })
      expect(yield* Effect.provideService(pruneAudit("1 second"), AuditStore, late)).toEqual({ deleted: 0 })
      expect(of(organization).entries.map(({ seq }) => seq)).toEqual([3])
    })
  )
})
