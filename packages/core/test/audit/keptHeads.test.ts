import { describe, expect, it } from "@effect/vitest"
import { type KeptHead, pruneAudit, verifyAudit } from "@tollgate/core"
import { noEntries } from "@tollgate/core/storage"
import { DateTime, Effect, TestClock } from "effect"
import { chained, headOf, organization, second, storing, times } from "./storing.js"

/** The heads that were kept of a chain when it had so many entries. */
const keptAt = (created: ReadonlyArray<number>, ...counts: ReadonlyArray<number>): ReadonlyArray<KeptHead> =>
  counts.map((count) => ({ organization_id: organization, ...headOf(chained(created.slice(0, count))) }))

const broken = (seq: number, problem: string, others = {}) => [
  { organization_id: organization, seq, problem, ...others }
]

describe("verifyAudit with heads that were kept", () => {
  it.effect("compares each with the entry of its number, in any order", () =>
    Effect.gen(function* () {
      const { provided } = storing(chained(times(2_001)), chained([1], second))
      const kept = keptAt(times(2_001), 2_001, 1, 1_000, 1_001)
      expect(yield* provided(verifyAudit(kept))).toEqual({
        ...{ chains: 2, entries: 2_002, broken: [], pruned: [], same: 4, unsealed: 0 }
      })
    })
  )

  it.effect("names the first entry that differs, and the last one before it that is the same", () =>
    Effect.gen(function* () {
      const { provided } = storing(chained([0, 1, 2, 9, 9, 9]))
      for (const [counts, found, same] of [
        [[2, 3], [], 2],
        [[2, 3, 5, 6], broken(5, "differs", { same: 3 }), 2],
        [[4], broken(4, "differs", { same: 0 }), 0]
      ] as const) {
        const report = yield* provided(verifyAudit(keptAt(times(6), ...counts)))
        expect(report).toMatchObject({ broken: found, same })
      }
      const two = [...keptAt(times(6), 2), ...keptAt([8, 8], 2)]
      expect((yield* provided(verifyAudit(two))).broken).toEqual(broken(2, "differs", { same: 2 }))
    })
  )

  it.effect("finds the end of a chain that was cut off with its head, and a chain of which nothing is left", () =>
    Effect.gen(function* () {
      const { provided, stored } = storing(chained(times(3)))
      const kept = keptAt(times(5), 2, 5)
      expect(yield* provided(verifyAudit(kept))).toMatchObject({ broken: broken(4, "missing"), same: 1 })
      stored.clear()
      expect(yield* provided(verifyAudit(kept))).toMatchObject({ chains: 0, broken: broken(1, "missing"), same: 0 })
    })
  )

  it.effect("compares the last deleted entry, and none before it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const created = [1, 2, 3, 99_999]
      const { of, provided } = storing(chained(created))
      yield* provided(pruneAudit("1 second"))
      const kept = keptAt(created, 2, 3, 4)
      const at = DateTime.unsafeMake(100_000)
      expect(yield* provided(verifyAudit(kept))).toEqual({
        ...{ chains: 1, entries: 2, broken: [], same: 2, unsealed: 0 },
        pruned: [{ organization_id: organization, seq: 3, at, isNotedLate: false }]
      })
      of(organization).deleted = { seq: 3, hash: noEntries.hash }
      expect((yield* provided(verifyAudit(kept))).broken).toEqual(broken(3, "differs", { same: 0 }))
    })
  )
})
