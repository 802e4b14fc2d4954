import { Day, type HoldRecord, type Scope, type ScopeId } from "@tollgate/core/storage"

/**
 * Whether what a hold adds to its day may be kept in sums: the scope of the organization, which is locked, is on a later day. A hold without
 * that scope may be of any day.
 */
export const isOfClosedDay = (
  { opened_at, scopes }: HoldRecord,
  scopeOf: (id: ScopeId) => Scope | null | undefined
): boolean => {
  // It is the last one that a request names.
  for (let at = scopes.length - 1; at >= 0; at--) {
    const scope = scopeOf(scopes[at] ?? 0)
    if (scope?.ref.kind === "organization") return scope.day > Day.of(opened_at)
  }
  return true
}
