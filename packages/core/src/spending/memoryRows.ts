import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import type { OrganizationId } from "../values/Id.js"
import { type ActivitySum, activityOf, addActivity, isActivity } from "./ActivitySum.js"
import type { CorrectionRecord } from "./Correction.js"
import type { HoldId } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"
import { emptyScope, type Scope, type ScopeId, scopeName } from "./Scope.js"
import type { SpendingRows } from "./SpendingRows.js"

/** Scopes and holds in memory. */
export interface Spending {
  readonly scopes: HashMap.HashMap<ScopeId, Scope>
  /** Ids of scopes by their names. */
  readonly names: HashMap.HashMap<string, ScopeId>
  readonly holds: HashMap.HashMap<HoldId, HoldRecord>
  /** The open holds, by the end of their lease. */
  readonly leases: SortedIndex.SortedIndex<HoldId>
  readonly corrections: ReadonlyArray<CorrectionRecord>
  /** What deleted holds add to the activity, by organization and what sums are told apart by. */
  readonly pruned: HashMap.HashMap<string, PrunedSum>
}

/** What deleted holds of an organization add to the activity. */
export interface PrunedSum {
  readonly organization_id: OrganizationId
  readonly sum: ActivitySum
}

const empty: Spending = {
  scopes: HashMap.empty(),
  names: HashMap.empty(),
  holds: HashMap.empty(),
  leases: SortedIndex.empty(),
  corrections: [],
  pruned: HashMap.empty()
}

export const slice = new Slice<Spending>("spending", empty)

const leaseKey = ({ id, lease_ends_at }: HoldRecord) => SortedIndex.oldestFirst(lease_ends_at, id)

const withoutLease = (leases: Spending["leases"], hold: HoldRecord) =>
  hold.state === "open" ? RedBlackTree.removeFirst(leases, leaseKey(hold)) : leases

const withLease = (leases: Spending["leases"], hold: HoldRecord) =>
  hold.state === "open" ? RedBlackTree.insert(leases, leaseKey(hold), hold.id) : leases

const hasOtherUsage = (before: Scope, after: Scope) =>
  before.day !== after.day || before.own.spent !== after.own.spent || before.byok.spent !== after.byok.spent

/** The sums of deleted holds with another one, if it is part of the activity. */
const withPruned = (pruned: Spending["pruned"], hold: HoldRecord): Spending["pruned"] => {
  if (!isActivity(hold)) return pruned
  const { organization_id } = hold
  const sum = activityOf(hold)
  const { basis, day, key_hash, labels, model, provider, user_id, workspace_id } = sum
  const name = JSON.stringify([organization_id, day, key_hash, user_id, workspace_id, model, provider, basis, labels])
  const before = Option.getOrUndefined(HashMap.get(pruned, name))
  const both = before === undefined ? sum : { ...sum, ...addActivity(before.sum, sum) }
  return HashMap.set(pruned, name, { organization_id, sum: both })
}

/** The rows of a state, with the changes of one act on top. */
export const draftOf = (all: Spending) => {
  let { corrections, holds, leases, names, pruned, scopes } = all
  const restarted: Array<Scope> = []
  const charged = new Map<ScopeId, Scope>()
  const holdOf = (id: HoldId) => Option.getOrUndefined(HashMap.get(holds, id))
  const saveScope = (before: Scope, after: Scope) => {
    // The scopes of an act share most of their way in the map: it is copied once.
    if (scopes === all.scopes) scopes = HashMap.beginMutation(scopes)
    HashMap.set(scopes, after.id, after)
    if (after.ref.kind === "key" && hasOtherUsage(before, after)) charged.set(after.id, after)
  }
  const rows: SpendingRows = {
    findScope: (ref) => {
      const id = HashMap.get(names, scopeName(ref))
      return Option.isSome(id) ? rows.scopeOf(id.value) : undefined
    },
    scopeOf: (id) => Option.getOrUndefined(HashMap.get(scopes, id)),
    addScope: (ref, terms, day) => {
      const scope = emptyScope(HashMap.size(scopes) + 1, ref, terms, day)
      names = HashMap.set(names, scopeName(ref), scope.id)
      saveScope(scope, scope)
      return scope
    },
    saveScope,
    findHold: holdOf,
    addHold: (hold) => {
      holds = HashMap.set(holds, hold.id, hold)
      leases = withLease(leases, hold)
    },
    saveHold: (before, after) => {
      holds = HashMap.set(holds, after.id, after)
      if (before.state === after.state && before.lease_ends_at === after.lease_ends_at) return
      leases = withLease(withoutLease(leases, before), after)
    },
    deleteHold: (hold) => {
      holds = HashMap.remove(holds, hold.id)
      pruned = withPruned(pruned, hold)
    },
    addCorrection: (correction) => {
      corrections = [...corrections, correction]
    },
    holdsOf: (id) => [...HashMap.values(holds)].filter((hold) => hold.scopes.includes(id)),
    earliestLeaseEnd: (id) => {
      for (const [, holdId] of leases) {
        const hold = holdOf(holdId)
        if (hold?.scopes.includes(id)) return hold.lease_ends_at
      }
      return null
    },
    ended: (now, most) => {
      const found: Array<HoldRecord> = []
      for (const [, id] of leases) {
        const hold = holdOf(id)
        if (hold === undefined || hold.lease_ends_at > now || found.length === most) break
        found.push(hold)
      }
      return found
    },
    warnOfRestart: (scope) => {
      restarted.push(scope)
    }
  }
  const result = (): Spending =>
    scopes === all.scopes && holds === all.holds
      ? all
      : { scopes: HashMap.endMutation(scopes), names, holds, leases, corrections, pruned }
  return { rows, restarted, charged, result }
}
