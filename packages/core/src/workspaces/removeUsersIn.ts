import type { RecordTable } from "../records/RecordTable.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"

interface OfUser {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  readonly workspace_id: WorkspaceId
}

/**
 * Removes the records of users in a workspace, or in all if it is null, from a table in memory whose records reference members of
 * organizations. Returns the users and the workspaces of the records.
 */
export const removeUsersIn = <R extends OfUser>(
  all: RecordTable<R>,
  organizationId: OrganizationId,
  users: ReadonlyArray<UserId>,
  workspaceId: WorkspaceId | null
) => {
  const gone = [...new Set(users)]
    .flatMap((user) => all.referencingRecords(organizationId, "organization_members", [user]))
    .filter(({ workspace_id }) => workspaceId === null || workspace_id === workspaceId)
  return [
    gone.map(({ user_id, workspace_id }) => ({ user_id, workspace_id })),
    gone.reduce<RecordTable<R>>(all.rules.remove, all)
  ] as const
}
