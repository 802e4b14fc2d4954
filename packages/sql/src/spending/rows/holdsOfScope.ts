import { FOREIGN_LEASE, type HoldRecord, LEASES_AMONG, type Scope, type ScopeId } from "@tollgate/core/storage"
import { allOf, type Dialect, isNamed, type Part, type Statement } from "./Dialect.js"
import * as HoldRows from "./holdRows.js"
import type { Row } from "./scopeRows.js"

/** Whether only holds of one key are charged to a scope. An index has the leases of a key, so those of others are not read. */
const isOfKey = ({ ref }: Scope): boolean => ref.kind === "key" || ref.kind === "guardrail_key"

const isCharged = "',' || scopes || ',' LIKE ?"

/** Reads every hold of a scope that counts toward it. */
export const holdsOfScope = (scope: Scope, dialect: Dialect): Statement => {
  const [name, value] = isOfKey(scope) ? ["api_key", scope.ref.subject] : ["organization", scope.ref.organization_id]
  const [where, params] = allOf([
    ...isNamed(name, value),
    ["state IN (0, 3, 4)", []],
    [`(${isCharged})`, [`%,${scope.id},%`]]
  ])
  return {
    text: dialect.numbered(`SELECT ${HoldRows.columns(dialect)} FROM spending_holds WHERE ${where}`),
    params
  }
}

/** One of the first leases that end. */
export interface EndingLease {
  readonly lease_ends_at: number
  /** Its hold, if that is charged to the scope that is asked for. */
  readonly id: HoldRecord["id"] | null
}

/** Reads the first leases that end, from an instant on, and whether they are charged to a scope: those of its key, or all. */
export const firstLeases = (scope: Scope, now: number, { numbered }: Pick<Dialect, "numbered">): Statement => {
  const ofKey: ReadonlyArray<Part> = isOfKey(scope) ? isNamed("api_key", scope.ref.subject) : []
  const [where, params] = allOf([["state = 0", []], ["lease_ends_at >= ?", [now - FOREIGN_LEASE]], ...ofKey])
  return {
    text: numbered(`SELECT id, lease_ends_at, ${isCharged} AS is_charged FROM spending_holds
WHERE ${where} ORDER BY lease_ends_at LIMIT ${LEASES_AMONG}`),
    params: [`%,${scope.id},%`, ...params]
  }
}

export const toLease = ({ id, is_charged, lease_ends_at }: Row): EndingLease => ({
  lease_ends_at: Number(lease_ends_at),
  // The id of a stored hold.
  id: Number(is_charged) === 0 ? null : (HoldRows.toId(id) as HoldRecord["id"])
})

/**
 * The earliest end of a lease of a scope, by the first leases as they are stored and the holds that acts have changed since. If it is not
 * among as many as are read, no lease of the scope ends before the last of these.
 */
export const earliestEnd = (
  scope: ScopeId,
  stored: ReadonlyArray<EndingLease>,
  changed: ReadonlyArray<HoldRecord>
): number | null => {
  const isChanged = new Set(changed.map(({ id }) => id))
  const first = stored.find(({ id }) => id !== null && !isChanged.has(id))
  const bound = first ?? (stored.length < LEASES_AMONG ? undefined : stored.at(-1))
  const open = changed.filter(({ scopes, state }) => state === "open" && scopes.includes(scope))
  const ends = [...open, ...(bound === undefined ? [] : [bound])].map(({ lease_ends_at }) => lease_ends_at)
  return ends.length === 0 ? null : Math.min(...ends)
}
