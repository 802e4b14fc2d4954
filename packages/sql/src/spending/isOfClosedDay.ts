import { Day, type HoldRecord, type Scope, type ScopeId } from "@tollgate/core/storage"

/**
 * Whether what a hold adds to its day may be kept in sums: the scope of the organization, which is locked, is on a later day. A hold without
 * that scope may be of any day.
 */
export const isOfClosedDay = (
  { opened_at, scopes }: HoldRecord,
  scopeOf: (id: ScopeId) => Scope | null | undefined
): boolean => {
  for (const id of scopes) {
    const scope = scopeOf(id)
    if (scope?.ref.kind === "organization") return scope.day > Day.of(opened_at)
  }
  return true
}
