import { type HoldRecord, LEASES_AMONG, type ScopeId } from "@tollgate/core/storage"
import { toId } from "./holdRows.js"
import type { Row } from "./scopeRows.js"

/** One of the first leases that end. */
export interface EndingLease {
  readonly lease_ends_at: number
  /** Its hold, if that is charged to the scope that is asked for. */
  readonly id: HoldRecord["id"] | null
}

export const toLease = ({ id, is_charged, lease_ends_at }: Row): EndingLease => ({
  lease_ends_at: Number(lease_ends_at),
  // The id of a stored hold.
  id: Number(is_charged) === 0 ? null : (toId(id) as HoldRecord["id"])
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
