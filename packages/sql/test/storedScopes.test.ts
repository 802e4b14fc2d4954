import { describe, expect, it } from "@effect/vitest"
import { OrganizationId, Usd } from "@tollgate/core"
import { Day, type Scope, unlimited } from "@tollgate/core/storage"
import { postgresDialect } from "../src/spending/postgres/postgresDialect.js"
import type { Dialect, Statement } from "../src/spending/rows/Dialect.js"
import * as ScopeRows from "../src/spending/rows/scopeRows.js"
import { sqliteDialect } from "../src/spending/sqlite/sqliteDialect.js"
import { LoadedRows } from "../src/spending/unit/LoadedRows.js"
import { planWrites } from "../src/spending/unit/planWrites.js"
import { RowOverlay } from "../src/spending/unit/RowOverlay.js"
import { numbersOf, packed } from "./support/storedScopes.js"
import { changeRows, type Row } from "./support/writtenRows.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const

type Windows = Scope["own"]["spent"]

let amount = 100n
const windows = (): Windows => {
  const [lifetime, daily, weekly, monthly] = [++amount, ++amount, ++amount, ++amount].map((amount) =>
    Usd.Usd.make(amount)
  )
  return { lifetime, daily, weekly, monthly } as Windows
}
const tally = () => ({ spent: windows(), held: windows(), unknown: windows() })

/** A scope with another amount in each column. */
const scope: Scope = {
  ...unlimited,
  id: 0,
  ref,
  version: 3,
  day: 20_000,
  ahead: 20_005,
  holds: 4,
  requests: 0,
  entries: 9,
  charged_at: null,
  boosts: [],
  checked: 2,
  level: 7,
  own: tally(),
  byok: tally(),
  opening: { day: 19_990, own: windows(), byok: windows(), requests: 0 }
}

/** The same of a run. */
const aRun: Scope = {
  ...scope,
  ref: { ...ref, kind: "run", subject: "workspace/job" },
  max_in_flight: 3,
  requests: 7,
  entries: 0,
  charged_at: 1_800_000_000_123,
  run: { parent: 5, max_requests: 9, created_at: 1_700_000_000_000, ends_at: 1_900_000_000_000, is_stopped: true },
  opening: { ...scope.opening, requests: 2 }
}

const plus = (amounts: Windows, kinds: ReadonlyArray<keyof Windows>, added: bigint): Windows => ({
  ...amounts,
  ...Object.fromEntries(kinds.map((kind) => [kind, Usd.Usd.make(amounts[kind] + added)]))
})

/** Adds to windows of a tally of the gateway's own credentials. */
const own = (what: keyof Scope["own"], kinds: ReadonlyArray<keyof Windows>, added = 5n): Scope => ({
  ...scope,
  own: { ...scope.own, [what]: plus(scope.own[what], kinds, added) }
})

const without = (one: keyof Windows) => Day.kinds.filter((kind) => kind !== one)
const some = [...Day.kinds.map((kind) => [kind]), ...Day.kinds.map(without), Day.kinds]

/** What acts may make of it. */
const outcomes: ReadonlyArray<Scope> = [
  scope,
  { ...scope, holds: 5 },
  { ...scope, entries: 10 },
  { ...scope, holds: 3, entries: 11 },
  { ...own("spent", Day.kinds), holds: 3, entries: 10 },
  { ...scope, day: 20_001 },
  { ...scope, day: 20_001, entries: 10 },
  { ...scope, ahead: null },
  { ...scope, checked: 3 },
  { ...scope, level: 8 },
  { ...scope, checked: 3, level: 1 },
  { ...own("spent", Day.kinds), holds: 3, entries: 10, level: 8 },
  { ...own("spent", ["daily"]), level: 8 },
  { ...own("held", Day.kinds), holds: 5, checked: 3 },
  { ...scope, boosts: [{ window: "weekly", usd: Usd.fromNumber(2.5), until: 1_900_000_000_000 }] },
  ...(["spent", "held", "unknown"] as const).flatMap((what) => some.map((kinds) => own(what, kinds))),
  { ...own("spent", Day.kinds), holds: 3 },
  { ...own("held", Day.kinds), holds: 3 },
  { ...own("held", Day.kinds, -5n), holds: 3 },
  {
    ...scope,
    holds: 3,
    own: { ...scope.own, held: own("held", Day.kinds, -5n).own.held, spent: own("spent", Day.kinds).own.spent }
  },
  { ...scope, byok: { ...scope.byok, spent: windows() } },
  { ...scope, opening: { ...scope.opening, own: windows() } },
  { ...scope, opening: { ...scope.opening, day: 19_995 } }
]

const held = { ...aRun, own: { ...aRun.own, held: plus(aRun.own.held, Day.kinds, 5n) } }

/** What acts may make of the run. */
const runOutcomes: ReadonlyArray<Scope> = [
  aRun,
  { ...aRun, requests: 8 },
  { ...held, holds: 5, requests: 8, charged_at: 1_800_000_000_124 },
  { ...held, holds: 5, requests: 6 },
  { ...held, holds: 5 },
  { ...aRun, charged_at: 1_900_000_000_000 },
  { ...aRun, requests: 8, byok: { ...aRun.byok, held: windows() } },
  { ...aRun, opening: { ...aRun.opening, requests: 3 } },
  { ...aRun, level: 8 },
  { ...held, holds: 5, requests: 8, charged_at: 1_800_000_000_124, checked: 3, level: 9 }
]

interface ScopeChange {
  readonly before: Scope
  readonly after: Scope
}

const written =
  (dialect: Dialect) =>
  (changes: ReadonlyArray<ScopeChange>): ReadonlyArray<Statement> => {
    const rows = new RowOverlay(new LoadedRows())
    for (const { after, before } of changes) rows.saveScope(before, after)
    return planWrites(rows, { dialect, scopeOf: () => null })
  }

const ways = { SQLite: written(sqliteDialect), PostgreSQL: written(postgresDialect) }

const rowOf = (scope: Scope): [string, Row] => [
  String(scope.id),
  {
    id: scope.id,
    ...Object.fromEntries(ScopeRows.ref.map((name, index) => [name, ScopeRows.refValues(scope.ref)[index]])),
    ...numbersOf(scope)
  }
]

for (const [way, statementsOf] of Object.entries(ways)) {
  describe(`Changes of scopes on ${way}`, () => {
    const changed = [...outcomes, ...runOutcomes].map((after, id) => ({
      before: { ...(after.run === null ? scope : aRun), id },
      after: { ...after, id }
    }))

    it("are stored in every column, and no other column changes", () => {
      const rows = new Map(changed.map(({ before }) => rowOf(before)))
      for (const statement of statementsOf(changed)) changeRows(rows, statement)
      expect([...rows.values()].map((row) => ScopeRows.toScope({ ...row, packed: packed(row) }))).toEqual(
        changed.map(({ after }) => after)
      )
    })

    it("are one statement where they add the same to all windows", () => {
      const after = { ...own("held", Day.kinds), holds: 5 }
      const same = [1, 2, 3].map((id) => ({ before: { ...scope, id }, after: { ...after, id } }))
      expect(statementsOf(same)).toHaveLength(1)
      expect(statementsOf([])).toHaveLength(0)
    })

    it("are one statement for an organization and other scopes, which have no entries", () => {
      const spent = { ...own("spent", Day.kinds), holds: 3 }
      const ofKey = { ref: { ...ref, kind: "key", subject: "a key" }, entries: 0 } as const
      const added = [
        { before: { ...scope, ...ofKey }, after: { ...spent, ...ofKey } },
        { before: scope, after: { ...spent, entries: 10 } },
        { before: { ...scope, ...ofKey }, after: { ...spent, ...ofKey } }
      ].map(({ after, before }, id) => ({ before: { ...before, id }, after: { ...after, id } }))
      const statements = statementsOf(added)
      expect(statements).toHaveLength(1)
      const rows = new Map(added.map(({ before }) => rowOf(before)))
      for (const statement of statements) changeRows(rows, statement)
      expect([...rows.values()].map((row) => ScopeRows.toScope({ ...row, packed: packed(row) }))).toEqual(
        added.map(({ after }) => after)
      )
    })

    it("are one statement for scopes that reach different tenths of their limits, and others", () => {
      const spent = { ...own("spent", Day.kinds), holds: 3 }
      const added = [
        { before: scope, after: { ...spent, level: 9 } },
        { before: scope, after: spent },
        { before: scope, after: { ...spent, level: 8, checked: 3 } },
        { before: scope, after: { ...spent, checked: 3 } }
      ].map(({ after, before }, id) => ({ before: { ...before, id }, after: { ...after, id } }))
      const statements = statementsOf(added)
      expect(statements).toHaveLength(1)
      const rows = new Map(added.map(({ before }) => rowOf(before)))
      for (const statement of statements) changeRows(rows, statement)
      expect([...rows.values()].map((row) => ScopeRows.toScope({ ...row, packed: packed(row) }))).toEqual(
        added.map(({ after }) => after)
      )
    })

    it("are one statement for runs and other scopes, whose requests are not counted", () => {
      const opened = { holds: 5, requests: 8, charged_at: 1_800_000_000_124 }
      const added = [
        { before: scope, after: { ...own("held", Day.kinds), holds: 5 } },
        { before: aRun, after: { ...held, ...opened } },
        { before: aRun, after: { ...held, ...opened } },
        { before: scope, after: { ...own("held", Day.kinds), holds: 5 } }
      ].map(({ after, before }, id) => ({ before: { ...before, id }, after: { ...after, id } }))
      const statements = statementsOf(added)
      expect(statements).toHaveLength(1)
      const rows = new Map(added.map(({ before }) => rowOf(before)))
      for (const statement of statements) changeRows(rows, statement)
      expect([...rows.values()].map((row) => ScopeRows.toScope({ ...row, packed: packed(row) }))).toEqual(
        added.map(({ after }) => after)
      )
    })
  })
}
