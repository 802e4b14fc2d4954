import type * as Usd from "../../values/Usd.js"
import type {
  Admission,
  AdmissionAnswer,
  AdmissionRefusal,
  ChargedScope,
  Extension,
  ExtensionAnswer,
  HoldName
} from "../model/Admission.js"
import * as Day from "../model/Day.js"
import { type HoldRecord, openHold } from "../model/HoldRecord.js"
import { newRunTerms } from "../model/RunTerms.js"
import type { RunRefused } from "../model/refusals.js"
import { emptyScope, type Scope, type ScopeId, type ScopeTerms } from "../model/Scope.js"
import { type Change, changesOf, charge } from "../rules/changes.js"
import { defaultThresholds, type Watch, watchBudgets, withLevel } from "../rules/crossings.js"
import { becomesEntry, enterAt } from "../rules/entries.js"
import * as Life from "../rules/holdLife.js"
import {
  type BudgetRefusal,
  fits,
  growthOf,
  hasRoom,
  refuseBudgets,
  refuseInFlight,
  refuseRun,
  refuseStated
} from "../rules/judge.js"
import { withoutEndedBoosts } from "../rules/limits.js"
import { dayOf, recounted, rollTo } from "../rules/rollScope.js"
import type { SpendingRows } from "./SpendingRows.js"
import { CHUNK } from "./SpendingStore.js"

// The methods of `SpendingStore` as synchronous acts, for storages whose rows are at hand: memory and SQLite.

/** A scope on a day, counted again from the ledger where that is necessary, without the boosts that have ended. */
export const onDay = (rows: SpendingRows, stored: Scope, day: Day.Day, now: number): Scope => {
  const scope = withoutEndedBoosts(stored, now)
  if (scope.day === day) return scope
  const { recount, restarted, scope: rolled } = rollTo(scope, day)
  if (restarted) rows.warnOfRestart(scope)
  if (recount === null) return restarted ? withLevel(rolled) : rolled
  return withLevel(recounted(rolled, recount, rows.holdsOf(scope.id)))
}

/** Whether all scopes of a hold have room for what it adds to them. What moves between held, unknown and spent needs none. */
const haveRoom = (rows: SpendingRows, { scopes }: HoldRecord, added: Usd.Usd): boolean =>
  added === 0n ||
  scopes.every((id) => {
    const scope = rows.scopeOf(id)
    return scope === undefined || hasRoom(scope, added)
  })

/** The scope of a hold's organization. Undefined if the hold is not charged to it. */
export const organizationOf = (rows: SpendingRows, { scopes }: Pick<HoldRecord, "scopes">): Scope | undefined => {
  // The organization is the last one that a request names.
  for (let at = scopes.length - 1; at >= 0; at--) {
    const scope = rows.scopeOf(scopes[at] ?? 0)
    if (scope?.ref.kind === "organization") return scope
  }
}

/** The position of the next entry of an organization. Null if there is no scope that counts them. */
export const nextPosition = (organization: Scope | undefined): number | null =>
  organization === undefined ? null : organization.entries + 1

/** A change of a hold to charge to scopes, and what their budgets are compared with. */
interface Charge extends Watch {
  readonly before: HoldRecord | null
  readonly after: HoldRecord
  readonly changes: ReadonlyArray<Change>
}

/** What alerts of an organization compare. */
export const thresholdsOf = (organization: Scope | undefined): Watch["thresholds"] =>
  organization?.thresholds ?? defaultThresholds

/** Charges the change of a hold to a scope, which is on the day of the act, and stores it with the alerts that follow. */
export const saveCharged = (
  rows: SpendingRows,
  { scope, stored }: { readonly scope: Scope; readonly stored: Scope },
  charged: Charge
): void => {
  const { after, before, changes } = charged
  const watched = watchBudgets(scope, charge(scope, before, after, changes), charged)
  rows.saveScope(stored, watched.scope)
  for (const alert of watched.alerts) rows.addAlert(alert)
}

/** Stores a changed hold, and charges the change to its scopes. If one has no room for it, the hold stays as it is. */
export const save = (rows: SpendingRows, before: HoldRecord, changed: HoldRecord, now: number): HoldRecord => {
  if (changed === before || !haveRoom(rows, changed, growthOf(before, changed))) return before
  const organization = organizationOf(rows, changed)
  const after = becomesEntry(before, changed) ? enterAt(nextPosition(organization), before, changed) : changed
  rows.saveHold(before, after)
  const changes = changesOf(before, after)
  if (changes.length === 0 && before.state === after.state) return after
  const charged: Charge = { before, after, changes, now, thresholds: thresholdsOf(organization) }
  for (const id of after.scopes) {
    const scope = rows.scopeOf(id)
    if (scope !== undefined) saveCharged(rows, { stored: scope, scope: withoutEndedBoosts(scope, now) }, charged)
  }
  return after
}

/** Expires holds whose lease has ended, and returns their number. */
export const expireHolds = (rows: SpendingRows, now: number): number => {
  const ended = rows.ended(now, CHUNK)
  for (const hold of ended) save(rows, hold, Life.expired(hold, now), now)
  return ended.length
}

const belongsTo = (hold: HoldRecord, { organization_id }: Pick<HoldName, "organization_id">) =>
  organization_id === null || hold.organization_id === organization_id

/** The hold that a caller names. */
export const named = (rows: SpendingRows, name: HoldName): HoldRecord | undefined => {
  const hold = rows.findHold(name.id)
  return hold !== undefined && belongsTo(hold, name) ? hold : undefined
}

const isStale = (scope: Scope | undefined, version: number | null) =>
  version !== null && version !== (scope?.version ?? 0)

/** Whether the key of an act has ended. */
const hasEnded = ({ ends_at = null, now }: Pick<Admission, "ends_at" | "now">) => ends_at !== null && ends_at <= now

/** The stored scopes of a request; undefined for those that do not exist. */
const found = (rows: SpendingRows, charged: ReadonlyArray<ChargedScope>) =>
  rows.findScopes(charged.map(({ ref }) => ref))

/** The refusal of the outermost run that is not as the request states it; null if all are. */
export const refuseMisstated = (
  charged: ReadonlyArray<ChargedScope>,
  stored: ReadonlyArray<Scope | undefined>
): RunRefused | null => {
  let refused: RunRefused | null = null
  charged.forEach(({ ref, run }, at) => {
    if (run !== undefined) refused = refuseStated(ref, stored[at], run) ?? refused
  })
  return refused
}

/** The terms with which a scope of a request is created. */
const termsOf = ({ run, terms }: ChargedScope, parent: ScopeId | null, now: number): ScopeTerms =>
  run === undefined ? terms : newRunTerms(run, parent, now)

const areStored = (scopes: ReadonlyArray<Scope | undefined>): scopes is ReadonlyArray<Scope> =>
  !scopes.includes(undefined)

/** The stored scopes of a request, of which those that do not exist are created: outer runs first, because inner ones refer to them. */
export const storedScopes = (
  rows: SpendingRows,
  charged: ReadonlyArray<ChargedScope>,
  known: ReadonlyArray<Scope | undefined>,
  { day, now }: { readonly day: Day.Day; readonly now: number }
): ReadonlyArray<Scope> => {
  if (areStored(known)) return known
  let parent: ScopeId | null = null
  const stored: Array<Scope> = []
  for (const [at, scope] of [...charged.entries()].reverse()) {
    const one: Scope = known[at] ?? rows.addScope(scope.ref, termsOf(scope, parent, now), day)
    if (scope.run !== undefined) parent = one.id
    stored[at] = one
  }
  return stored
}

type Refused = Extract<AdmissionAnswer, { readonly _tag: "Refused" }>

const refused = (refusal: AdmissionRefusal | null): Refused | null =>
  refusal === null ? null : { _tag: "Refused", refusal }

/** A refusal by budgets, and the alerts of those that are spent. */
const refusedBy = ({ refusal, spent }: BudgetRefusal, at: number) => ({
  _tag: "Refused" as const,
  refusal,
  told: spent.map(({ scope, window }) => ({ scope, window, at }))
})

/** Why the scopes of a request, all on one day, do not admit it. What waiting does not help comes first. */
const refuse = (
  rows: SpendingRows,
  scopes: ReadonlyArray<Scope>,
  admission: Admission,
  isAdmitted: boolean
): Refused | null => {
  const { dry_run, now, terms } = admission
  const inFlight = () => refuseInFlight(scopes)
  if (isAdmitted) return refused(inFlight())
  const answer = refuseBudgets(scopes, terms.asked, !isOwnFirst(admission), (id) => rows.earliestLeaseEnd(id, now))
  const { reason } = answer.refusal
  if (reason === "budget_held") return refused(inFlight() ?? answer.refusal)
  return dry_run ? refused(answer.refusal) : refusedBy(answer, now)
}

/** Of a class, because it refers to the hold and all scopes: see the README of spending. */
class AdmittedHold {
  readonly _tag = "Admitted"
  readonly hold: HoldRecord
  readonly scopes: ReadonlyArray<Scope>
  constructor(hold: HoldRecord, scopes: ReadonlyArray<Scope>) {
    this.hold = hold
    this.scopes = scopes
  }
}

const isOwnFirst = ({ charge }: Admission) => charge !== "byok"

/** Judges an admission, and opens its hold if all its budgets admit the amount. */
export const admit = (rows: SpendingRows, admission: Admission): AdmissionAnswer => {
  const { now, plan, prices = null, terms } = admission
  const existing = rows.findHold(terms.id)
  const fresh = found(rows, admission.scopes)
  // The plan of a repetition follows from the records, too.
  if (admission.scopes.some(({ version }, index) => isStale(fresh[index], version))) return { _tag: "Stale" }
  if (prices !== null && prices !== rows.priceVersion()) return { _tag: "Stale" }
  if (hasEnded(admission)) return { _tag: "KeyEnded" }
  if (existing !== undefined && !belongsTo(existing, terms)) return { _tag: "Conflict" }
  if (existing !== undefined) return { _tag: "Existing", hold: Life.expired(existing, now) }
  const isChanged = !admission.dry_run && expireHolds(rows, now) > 0
  const known = isChanged ? found(rows, admission.scopes) : fresh
  const misstated = refuseMisstated(admission.scopes, known)
  if (misstated !== null) return { _tag: "Refused", refusal: misstated }
  // A scope that the request would create has no id yet.
  const all = admission.scopes.map(
    (scope, index) => known[index] ?? emptyScope(0, scope.ref, termsOf(scope, null, now), Day.of(now))
  )
  const day = dayOf(all, now)
  const rolled = all.map((scope) => onDay(rows, scope, day, now))
  const barred = refuseRun(rolled, now, true)
  if (barred !== null) return { _tag: "Refused", refusal: barred }
  const isOwn = isOwnFirst(admission) && fits(rolled, terms.asked, false)
  const isByok = !isOwn && admission.charge !== "own" && fits(rolled, terms.asked, true)
  const refusing = refuse(rows, rolled, admission, isOwn || isByok)
  if (refusing !== null) return refusing
  const stored = admission.dry_run ? [] : storedScopes(rows, admission.scopes, known, { day, now })
  const hold = openHold(terms, {
    amount: terms.asked,
    scopes: stored.map(({ id }) => id),
    day,
    is_byok: isByok,
    plan: isByok ? plan.filter((slot) => slot !== null) : plan,
    providers: admission.providers,
    ignored_providers: admission.ignored_providers,
    opened_at: now,
    sent_at: null,
    lease_ends_at: now + terms.lease_seconds * 1000
  })
  const changes = changesOf(null, hold)
  const scopes = rolled.map((scope, index) => {
    const before = stored[index] ?? scope
    // A new scope has its id only now, and a new run the one above it.
    const identified = scope.id === before.id ? scope : { ...scope, id: before.id, run: before.run }
    const after = charge(identified, null, hold, changes)
    if (!admission.dry_run) rows.saveScope(before, after)
    return after
  })
  if (!admission.dry_run) rows.addHold(hold)
  return new AdmittedHold(hold, scopes)
}

/** Judges an extension, and adds the amount to the scopes of the hold if their budgets admit it. */
export const extend = (rows: SpendingRows, extension: Extension): ExtensionAnswer => {
  const { amount, fence, key_hash, lease_seconds, now } = extension
  const hold = named(rows, extension.hold)
  if (hold === undefined) return { _tag: "NotFound" }
  if (!Life.isRunning(hold, now)) return { _tag: "Ended" }
  if (key_hash !== undefined && key_hash !== hold.key_hash) return { _tag: "Stale" }
  if (fence.some(({ ref, version }) => isStale(rows.findScope(ref), version))) return { _tag: "Stale" }
  if (hasEnded(extension)) return { _tag: "KeyEnded" }
  expireHolds(rows, now)
  const stored = hold.scopes.flatMap((id) => rows.scopeOf(id) ?? [])
  const day = dayOf(stored, now)
  const rolled = stored.map((scope) => onDay(rows, scope, day, now))
  const added = Life.growth(hold, amount)
  const barred = added > 0n ? refuseRun(rolled, now, false) : null
  if (barred !== null) return { _tag: "Refused", refusal: barred }
  if (added > 0n && !fits(rolled, added, hold.is_byok)) {
    return refusedBy(
      refuseBudgets(rolled, added, hold.is_byok, (id) => rows.earliestLeaseEnd(id, now), hold.parts),
      now
    )
  }
  const after = Life.extended(hold, day, added, now + (lease_seconds ?? hold.lease_seconds) * 1000)
  const changes = changesOf(hold, after)
  const scopes = rolled.map((scope, index) => {
    const charged = charge(scope, hold, after, changes)
    rows.saveScope(stored[index] ?? scope, charged)
    return charged
  })
  rows.saveHold(hold, after)
  return { _tag: "Extended", hold: after, scopes }
}
