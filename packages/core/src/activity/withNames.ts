import * as Effect from "effect/Effect"
import { KeyStore } from "../keys/KeyStore.js"
import type { OrganizationId } from "../values/Id.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import type { ActivityRow } from "./ActivityRow.js"

const distinct = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> => [
  ...new Set(values.filter((value) => value !== undefined))
]

/** Adds the names of keys and workspaces to rows that state them, null if they were deleted. All keys are read at once, and so are all workspaces. */
export const withNames = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  rows: ReadonlyArray<ActivityRow>
) {
  const keys = yield* KeyStore
  const workspaces = yield* WorkspaceStore
  const foundKeys = yield* keys.findMany(organizationId, distinct(rows.map(({ key }) => key)))
  const found = yield* workspaces.findMany(organizationId, distinct(rows.map(({ workspace }) => workspace)))
  const keyNames = new Map(foundKeys.map(({ hash, name }) => [hash, name]))
  const workspaceNames = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map(
    (row): ActivityRow => ({
      ...row,
      ...(row.key !== undefined && { key_name: keyNames.get(row.key) ?? null }),
      ...(row.workspace !== undefined && { workspace_name: workspaceNames.get(row.workspace) ?? null })
    })
  )
})
