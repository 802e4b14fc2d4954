import type { OrganizationId } from "@tollgate/core"
import {
  type CorrectionRecord,
  Day,
  type HoldRecord,
  isActivity,
  type Scope,
  type ScopeId
} from "@tollgate/core/storage"
import { insertAlert } from "../../alerts/alertRows.js"
import {
  type AddedToRun,
  type AddedToScope,
  addsToRun,
  type Dialect,
  type NumberedHold,
  type Statement
} from "../rows/Dialect.js"
import { namedBy } from "../rows/holdRows.js"
import type { NameReader } from "../rows/NameReader.js"
import type { Script } from "../rows/Script.js"
import { listedAt } from "../rows/scopeRows.js"
import { dropDays, pruneHolds } from "../rows/sums.js"
import type { RowOverlay } from "./RowOverlay.js"
import type { RowChange } from "./RowTable.js"

type HoldId = HoldRecord["id"]
type ScopeOf = (id: ScopeId) => Scope | null | undefined

/** How changes are written. */
export interface Writing {
  readonly dialect: Dialect
  readonly names: NameReader
  /** The instant at which they are written, in milliseconds since 1970. */
  readonly now: number
  /** A scope as acts have left it. */
  readonly scopeOf: ScopeOf
  /** Scopes that were reserved and to which nothing is charged. */
  readonly unused?: ReadonlyArray<ScopeId>
  /** Whether new holds are skipped that another transaction has stored meanwhile. */
  readonly skips?: boolean
  /** Called before rows are inserted: another transaction that inserts the same ones is waited for. */
  readonly inserting?: (holds: ReadonlySet<HoldId>) => void
}

/** Writes the changes of acts, each row once. Returns how many of their new holds another transaction has stored meanwhile. */
export function* writeChanges(overlay: RowOverlay, writing: Writing): Script<number> {
  const { dialect, inserting, skips = false } = writing
  const { added, changed } = yield* numberedHolds(overlay, writing)
  const inserts = dialect.insertHolds(added, skips)
  const statements = [...inserts, ...dialect.updateHolds(changed), ...planWrites(overlay, writing)]
  if (statements.length === 0) return 0
  inserting?.(new Set(added.map(({ hold }) => hold.id)))
  const rows: ReadonlyArray<ReadonlyArray<unknown>> = yield { statements, isLast: true }
  if (!skips) return 0
  // Rows are objects by column.
  const stored = rows.slice(0, inserts.length).flat() as ReadonlyArray<{ readonly stored: unknown }>
  return stored.reduce((taken, row) => taken - Number(row.stored), added.length)
}

/** New and changed holds, with the numbers of their names. Names that have none are read or inserted. */
function* numberedHolds({ holds }: RowOverlay, { inserting, names, now }: Writing) {
  const [added, changed]: [Array<NumberedHold>, Array<NumberedHold>] = [[], []]
  const [unknown, unnamed] = [new Set<string>(), new Set<HoldId>()]
  const number = () => {
    for (const { after, before } of holds.changed) {
      const numbers: Array<number | null> = []
      for (const text of namedBy(after, before === null)) {
        const number = text === null ? null : (names.names.idOf(text, now) ?? null)
        numbers.push(number)
        if (text === null || number !== null) continue
        unknown.add(text)
        unnamed.add(after.id)
      }
      const into = before === null ? added : changed
      into.push({ hold: after, numbers })
    }
  }
  number()
  if (unknown.size === 0) return { added, changed }
  inserting?.(unnamed)
  yield* names.number(unknown, now)
  added.length = 0
  changed.length = 0
  number()
  return { added, changed }
}

/** The statements that write all but new and changed holds: scopes, what is kept of days, corrections, alerts, and deleted holds. */
export const planWrites = (
  overlay: RowOverlay,
  { dialect, scopeOf, unused = [] }: Pick<Writing, "dialect" | "scopeOf" | "unused">
): ReadonlyArray<Statement> => {
  const { added, changed, filled } = scopeWrites(overlay.scopes.changed)
  return [
    ...dialect.addToScopes(added),
    ...dialect.updateScopes(changed),
    ...dialect.fillScopes(filled),
    ...staleDays(overlay, scopeOf, dialect),
    ...overlay.corrections.flatMap((correction) => {
      const hold = overlay.holds.get(correction.id)
      return hold === undefined ? [] : insertCorrection(correction, hold.organization_id, dialect)
    }),
    ...overlay.alerts.map((alert) => insertAlert(alert, dialect)),
    ...pruneHolds(overlay.deletedHolds, dialect),
    ...dialect.deleteScopes(unused)
  ]
}

/** Scopes by how they are written: to most, acts add the same amounts in all windows, which costs a fraction of all numbers. */
const scopeWrites = (changes: ReadonlyArray<RowChange<Scope>>) => {
  const added: Array<AddedToScope> = []
  const [changed, filled]: [Array<Scope>, Array<Scope>] = [[], []]
  for (const { after, before } of changes) {
    const more = before === null ? null : addedBy(before, after)
    if (before === null) filled.push(after)
    else if (more === null) changed.push(after)
    else if (addsAnything(more)) added.push(more)
  }
  return { added, changed, filled }
}

const addsAnything = (more: AddedToScope): boolean =>
  more.holds !== 0 ||
  more.held !== 0n ||
  more.spent !== 0n ||
  (more.entries ?? 0) !== 0 ||
  addsToRun(more) ||
  more.watched !== null

/** What a change adds to the open holds and to each of four windows; null if it changes anything that is not added so. */
const addedBy = (before: Scope, after: Scope): AddedToScope | null => {
  const isElsewhere =
    before.day !== after.day ||
    before.ahead !== after.ahead ||
    before.byok !== after.byok ||
    before.opening !== after.opening ||
    before.boosts !== after.boosts ||
    listedAt(before) !== listedAt(after) ||
    before.own.unknown !== after.own.unknown
  if (isElsewhere) return null
  const held = addedTo(before.own.held, after.own.held)
  const spent = addedTo(before.own.spent, after.own.spent)
  if (held === null || spent === null) return null
  const entries = after.ref.kind === "organization" ? after.entries - before.entries : null
  const { checked, id, level } = after
  const watched = before.checked === checked && before.level === level ? null : { checked, level }
  return { id, holds: after.holds - before.holds, held, spent, entries, run: addedToRun(before, after), watched }
}

/** What a change adds to a run; null for a scope of another kind. */
const addedToRun = (before: Scope, after: Scope): AddedToRun | null =>
  after.run === null
    ? null
    : {
        requests: after.requests - before.requests,
        charged_at: after.charged_at === before.charged_at ? null : after.charged_at
      }

/** Whether the amount is the same in all windows. */
const isOne = ({ daily, lifetime, monthly, weekly }: Day.Windows<bigint>) =>
  daily === lifetime && weekly === lifetime && monthly === lifetime

/** What is added to a window, which is the same for all of them; null if it is not. */
const addedTo = (before: Day.Windows<bigint>, after: Day.Windows<bigint>): bigint | null => {
  if (before === after) return 0n
  const added = after.lifetime - before.lifetime
  if (isOne(before) && isOne(after)) return added
  const isSame =
    after.daily - before.daily === added &&
    after.weekly - before.weekly === added &&
    after.monthly - before.monthly === added
  return isSame ? added : null
}

/** Statements that drop what is kept of closed days whose holds have changed, and of days that a wrong clock had closed. */
const staleDays = (
  { deletedHolds, holds, scopes }: RowOverlay,
  scopeOf: ScopeOf,
  dialect: Dialect
): ReadonlyArray<Statement> => {
  const dropped = new Map<string, ReadonlyArray<Statement>>()
  const drop = (hold: HoldRecord) => {
    if (!isActivity(hold) || !isOfClosedDay(hold, scopeOf)) return
    const [organization, day] = [hold.organization_id, Day.of(hold.opened_at)]
    const name = `${organization} ${day}`
    if (!dropped.has(name)) dropped.set(name, dropDays(organization, day, "only", dialect))
  }
  for (const { after } of holds.changed) drop(after)
  for (const hold of deletedHolds) drop(hold)
  for (const { after, before } of scopes.changed) {
    if (after.ref.kind !== "organization" || before === null || after.day >= before.day) continue
    dropped.set(after.ref.organization_id, dropDays(after.ref.organization_id, after.day, "and later", dialect))
  }
  return [...dropped.values()].flat()
}

/**
 * Whether what a hold adds to its day may be kept in sums: the scope of the organization, which is locked, is on a later day. A hold without
 * that scope may be of any day.
 */
const isOfClosedDay = ({ opened_at, scopes }: HoldRecord, scopeOf: ScopeOf): boolean => {
  // It is the last one that a request names.
  for (let at = scopes.length - 1; at >= 0; at--) {
    const scope = scopeOf(scopes[at] ?? 0)
    if (scope?.ref.kind === "organization") return scope.day > Day.of(opened_at)
  }
  return true
}

/** Inserts a correction of a hold, and counts it there. */
const insertCorrection = (
  { corrected_at, corrected_by, cost, cost_before, id, position, reason }: CorrectionRecord,
  organization: OrganizationId,
  { idOf, numbered }: Dialect
): ReadonlyArray<Statement> => [
  {
    text: numbered(`INSERT INTO spending_corrections
(hold, organization_id, replaced_cost, cost, reason, corrected_by, corrected_at, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    params: [idOf(id), organization, cost_before, cost, reason, corrected_by, corrected_at, position]
  },
  { text: numbered("UPDATE spending_holds SET corrections = corrections + 1 WHERE id = ?"), params: [idOf(id)] }
]
