import { describe, expect, it } from "@effect/vitest"
import { OrganizationId, Usd } from "@tollgate/core"
import { Day, type Scope, type ScopeId, unlimited } from "@tollgate/core/storage"
import { statementsPostgres } from "../src/spending/postgres/statementsPostgres.js"
import type { ScopeChange, Statement } from "../src/spending/rows/Statements.js"
import * as ScopeRows from "../src/spending/rows/scopeRows.js"
import { MirroredTable } from "../src/spending/sqlite/MirroredTable.js"
import { statementsSqlite } from "../src/spending/sqlite/statementsSqlite.js"
import { writeScopes } from "../src/spending/sqlite/writeScopes.js"
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
  own: tally(),
  byok: tally(),
  opening: { day: 19_990, own: windows(), byok: windows() }
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
  { ...scope, day: 20_001 },
  { ...scope, ahead: null },
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

const mirrored = (changes: ReadonlyArray<ScopeChange>): ReadonlyArray<Statement> => {
  const scopes = new MirroredTable<ScopeId, Scope>()
  for (const { before } of changes) scopes.keep(before.id, before)
  for (const { after } of changes) scopes.change(after.id, after)
  const statements: Array<Statement> = []
  writeScopes((text, params) => {
    statements.push({ text, params })
    return []
  }, scopes)
  return statements
}

const ways: Readonly<Record<string, (changes: ReadonlyArray<ScopeChange>) => ReadonlyArray<Statement>>> = {
  "an act on SQLite": mirrored,
  "a transaction on SQLite": statementsSqlite(false).updateScopes,
  "an act on PostgreSQL": statementsPostgres.updateScopes
}

const rowOf = ({ id, ...scope }: Scope): [string, Row] => [
  String(id),
  {
    id,
    version: scope.version,
    ...Object.fromEntries(
      [
        [ScopeRows.ref, ScopeRows.refValues(ref)] as const,
        [ScopeRows.terms, ScopeRows.termValues(scope, false)] as const,
        [ScopeRows.charged, ScopeRows.chargedValues({ id, ...scope })] as const
      ].flatMap(([names, values]) => names.map((name, index) => [name, values[index]]))
    )
  }
]

for (const [way, statementsOf] of Object.entries(ways)) {
  describe(`Changes of scopes by ${way}`, () => {
    const changed = outcomes.map((after, id) => ({ before: { ...scope, id }, after: { ...after, id } }))

    it("are stored in every column, and no other column changes", () => {
      const rows = new Map(changed.map(({ before }) => rowOf(before)))
      for (const statement of statementsOf(changed)) changeRows(rows, statement)
      expect([...rows.values()].map(ScopeRows.toScope)).toEqual(changed.map(({ after }) => after))
    })

    it("are one statement where they add the same to all windows", () => {
      const after = { ...own("held", Day.kinds), holds: 5 }
      const same = [1, 2, 3].map((id) => ({ before: { ...scope, id }, after: { ...after, id } }))
      expect(statementsOf(same)).toHaveLength(1)
      expect(statementsOf([])).toHaveLength(0)
    })
  })
}
