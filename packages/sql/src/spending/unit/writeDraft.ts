import { Day, type HoldRecord, isActivity, type Scope, type ScopeId } from "@tollgate/core/storage"
import { namedBy, numberOf } from "../rows/holdRows.js"
import { isOfClosedDay } from "../rows/isOfClosedDay.js"
import type { Statement } from "../rows/Statements.js"
import type { Row } from "../rows/scopeRows.js"
import type { Act } from "./Act.js"
import type { Draft } from "./Draft.js"
import type { Script } from "./Script.js"

/** Reads or inserts the names that new rows refer to. */
function* nameAll(act: Act, texts: ReadonlySet<string>): Script<void> {
  const unknown = () => [...texts].filter((name) => act.names.idOf(name, act.writesAt) === undefined)
  if (unknown().length > 0) yield* act.readNames(act.statements.namesByText(unknown()))
  if (unknown().length > 0) yield* act.readNames(act.statements.insertNames(unknown()))
  // Another transaction has inserted these since.
  if (unknown().length > 0) yield* act.readNames(act.statements.namesByText(unknown()))
}

const storedOf = (scope: Scope | null | undefined): Scope => {
  if (scope === null || scope === undefined) throw new Error("A scope was changed that is not stored.")
  return scope
}

/** What the changes of holds mean for sums of days, and their corrections. */
const ledgerOf = (act: Act, draft: Draft): ReadonlyArray<Statement> => {
  const { read, statements } = act
  const scopeOf = (id: ScopeId) => draft.changedScopes.get(id) ?? draft.newScopes.get(id) ?? read.scopes.get(id)
  const deleted = [...draft.deletedHolds.values()]
  const changed = [...draft.newHolds.values(), ...draft.changedHolds.values(), ...deleted].filter(
    (hold) => isActivity(hold) && isOfClosedDay(hold, scopeOf)
  )
  const days = new Map(changed.map((hold) => [`${hold.organization_id} ${Day.of(hold.opened_at)}`, hold]))
  const corrections = draft.corrections.flatMap((correction) => {
    const hold = draft.changedHolds.get(correction.id)
    return hold === undefined ? [] : [{ ...correction, organization_id: hold.organization_id }]
  })
  return [
    ...[...days.values()].flatMap(({ opened_at, organization_id }) =>
      statements.dropDays(organization_id, Day.of(opened_at), "only")
    ),
    // A wrong clock had closed these days.
    ...draft.restarted.flatMap(({ id, ref }) => {
      const day = draft.changedScopes.get(id)?.day
      if (ref.kind !== "organization" || day === undefined) return []
      return statements.dropDays(ref.organization_id, day, "and later")
    }),
    ...(corrections.length > 0 ? statements.insertCorrections(corrections) : []),
    ...(deleted.length > 0 ? statements.pruneHolds(deleted.map(({ id }) => id)) : [])
  ]
}

/** Holds with the names of their rows. */
const named = (holds: Iterable<HoldRecord>, isNew: boolean) =>
  Array.from(holds, (hold) => ({ hold, texts: namedBy(hold, isNew) }))

/** Writes the changes of a draft. Returns how many of its new holds another transaction has stored meanwhile. */
export function* writeDraft(act: Act, draft: Draft): Script<number> {
  const { learned, names, read, statements, writesAt } = act
  const [added, changed] = [named(draft.newHolds.values(), true), named(draft.changedHolds.values(), false)]
  const unknown = new Set<string>()
  const inserting = new Set<HoldRecord["id"]>()
  for (const { hold, texts } of [...added, ...changed]) {
    for (const text of texts) {
      if (text === null || names.idOf(text, writesAt) !== undefined) continue
      unknown.add(text)
      inserting.add(hold.id)
    }
  }
  if (unknown.size > 0) {
    act.inserting = { scopes: new Set(), holds: inserting }
    yield* nameAll(act, unknown)
  }
  const numbered = (holds: typeof added) =>
    holds.map(({ hold, texts }) => ({ hold, numbers: texts.map((text) => numberOf(names, text, writesAt)) }))
  const unused = [...read.reserved.values()].filter((id) => !draft.newScopes.has(id))
  for (const [name, id] of read.reserved) if (draft.newScopes.has(id)) learned.scopes.set(name, id)
  const inserts = statements.insertHolds(numbered(added), !act.commitsAtOnce)
  const all = [
    ...inserts,
    ...statements.updateHolds(numbered(changed)),
    ...statements.updateScopes(
      [...draft.changedScopes.values()].map((after) => ({ before: storedOf(read.scopes.get(after.id)), after }))
    ),
    ...statements.fillScopes([...draft.newScopes.values()]),
    ...ledgerOf(act, draft),
    ...(unused.length > 0 ? statements.deleteScopes(unused) : [])
  ]
  if (all.length === 0) return 0
  act.inserting = { scopes: new Set(), holds: new Set(draft.newHolds.keys()) }
  const rows: ReadonlyArray<ReadonlyArray<unknown>> = yield { statements: all, isLast: true }
  if (!statements.skipsTaken || act.commitsAtOnce) return 0
  // Rows are objects by column.
  const stored = rows.slice(0, inserts.length).flat() as ReadonlyArray<Row>
  return stored.reduce((taken, row) => taken - Number(row.stored), added.length)
}
