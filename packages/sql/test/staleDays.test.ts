import { describe, expect, it } from "@effect/vitest"
import type { OrganizationId } from "@tollgate/core"
import { type Day, emptyScope, type HoldRecord, type Scope, type ScopeId, unlimited } from "@tollgate/core/storage"
import { runsWithout } from "../src/spending/queries/keepDays.js"
import { dropDays as dropOf } from "../src/spending/rows/sums.js"
import { sqliteDialect } from "../src/spending/sqlite/sqliteDialect.js"
import { LoadedRows } from "../src/spending/unit/LoadedRows.js"
import { planWrites } from "../src/spending/unit/planWrites.js"
import { RowOverlay } from "../src/spending/unit/RowOverlay.js"
import { holdOf, organization_id } from "./support/storedHolds.js"

const dropDays = (organization: OrganizationId, day: Day.Day, which: "only" | "and later") =>
  dropOf(organization, day, which, sqliteDialect)
const DAY = 86_400_000
const TODAY = 20_000

const whole: Scope = emptyScope(
  1,
  { organization_id, kind: "organization", guardrail_id: null, subject: organization_id },
  unlimited,
  TODAY
)
const key: Scope = emptyScope(2, { organization_id, kind: "key", guardrail_id: null, subject: "key" }, unlimited, TODAY)

/** A hold that was opened some days ago. */
const of = (days: number, overrides: Partial<HoldRecord> = {}) =>
  holdOf(days, { scopes: [2, 1], opened_at: (TODAY - days) * DAY, ...overrides })

/** What is dropped after acts have changed holds, and scopes from what they were to what they are. */
const droppedBy = (
  changed: ReadonlyArray<HoldRecord>,
  scopes: ReadonlyArray<readonly [before: Scope | null, after: Scope]> = []
) => {
  const rows = new RowOverlay(new LoadedRows())
  for (const hold of changed) rows.addHold(hold)
  for (const [before, after] of scopes) {
    if (before === null) rows.scopes.change(after.id, after)
    else rows.saveScope(before, after)
  }
  const scopeOf = (id: ScopeId) => [whole, key].find((scope) => scope.id === id)
  const all = planWrites(rows, { dialect: sqliteDialect, scopeOf })
  return all.filter(({ text }) => text.startsWith("DELETE"))
}

describe("What is kept of closed days", () => {
  it("is dropped once for a day of which holds were settled or became unknown", () => {
    const holds = [of(1, { state: "settled" }), of(1, { id: of(9).id, state: "unknown" }), of(2, { state: "settled" })]
    expect(droppedBy(holds)).toEqual([
      ...dropDays(organization_id, TODAY - 1, "only"),
      ...dropDays(organization_id, TODAY - 2, "only")
    ])
  })

  it("is dropped for a hold whose organization has no scope, whatever its day", () => {
    const unknown = (...scopes: ReadonlyArray<number>) => [of(0, { state: "settled", scopes })]
    expect(droppedBy(unknown(2, 9))).toEqual(dropDays(organization_id, TODAY, "only"))
    expect(droppedBy(unknown())).toEqual(dropDays(organization_id, TODAY, "only"))
    expect([droppedBy(unknown(1)), droppedBy(unknown(1, 9, 2))]).toEqual([[], []])
  })

  it("stays when holds change that add nothing to it, or that are of a day that is not closed", () => {
    expect(droppedBy([of(1), of(2, { state: "released" }), of(0, { state: "settled" })])).toEqual([])
  })

  it("is dropped from the day on to which a clock that was wrong goes back", () => {
    expect(droppedBy([], [[{ ...whole, day: TODAY + 2 }, whole]])).toEqual(
      dropDays(organization_id, TODAY, "and later")
    )
  })

  it("stays when the scope of its organization is new, or is charged on the same day or a later one", () => {
    expect(droppedBy([], [[null, whole]])).toEqual([])
    expect(droppedBy([], [[whole, { ...whole, holds: 1 }]])).toEqual([])
    expect(droppedBy([], [[whole, { ...whole, day: TODAY + 1 }]])).toEqual([])
    expect(droppedBy([], [[{ ...key, day: TODAY + 1 }, key]])).toEqual([])
  })

  it("leaves runs of days that follow each other to be summed", () => {
    const runs = (...kept: ReadonlyArray<Day.Day>) => runsWithout({ from: 5, to: 9 }, new Set(kept))
    expect(runs()).toEqual([{ from: 5, to: 9 }])
    expect(runs(5, 7)).toEqual([
      { from: 6, to: 6 },
      { from: 8, to: 9 }
    ])
    expect(runs(5, 6, 7, 8, 9)).toEqual([])
  })
})
