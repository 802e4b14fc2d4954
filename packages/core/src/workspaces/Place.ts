import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ManagementCaller } from "../access/Caller.js"
import type { Organization } from "../organizations/Organization.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { Transaction } from "../ports/Transaction.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import { WorkspaceNotFound } from "./Workspace.js"
import { WorkspaceStore } from "./WorkspaceStore.js"

/** The workspace that a new object goes to. */
export interface Place {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
  /** Whether a request named the workspace, so that it may not exist. */
  readonly isStated: boolean
  /** The organization, if it was read to find its default workspace. */
  readonly organization: Organization | null
}

/** The stated workspace of the caller's organization, or else its default one, which never changes and never goes. */
export const resolvePlace = Effect.fnUntraced(function* (stated: WorkspaceId | undefined) {
  const { organizationId: organization_id } = yield* ManagementCaller
  if (stated !== undefined)
    return { organization_id, workspace_id: stated, isStated: true, organization: null } satisfies Place
  const organizations = yield* OrganizationStore
  const found = yield* organizations.find(organization_id)
  if (Option.isNone(found)) return yield* WorkspaceNotFound.of(null)
  const { default_workspace_id: workspace_id } = found.value
  return { organization_id, workspace_id, isStated: false, organization: found.value } satisfies Place
})

/** Creates something in a place. Fails with `WorkspaceNotFound` if, in that transaction, there is no such workspace. */
export const inPlace = Effect.fnUntraced(function* <A, E, R>(
  { isStated, organization_id, workspace_id }: Place,
  create: Effect.Effect<A, E, R>
) {
  const transaction = yield* Transaction
  const workspaces = yield* WorkspaceStore
  // Those that `findMany` finds are not deleted before the transaction ends.
  const check = Effect.filterOrFail(
    workspaces.findMany(organization_id, [workspace_id]),
    (found) => found.length > 0,
    () => WorkspaceNotFound.of(workspace_id)
  )
  return yield* transaction.run(isStated ? Effect.zipRight(check, create) : create)
})

/** The same for what one call of a store creates: in the default workspace, it needs no transaction. */
export const inPlaceAtOnce = <A, E, R>(place: Place, create: Effect.Effect<A, E, R>) =>
  place.isStated ? inPlace(place, create) : create
