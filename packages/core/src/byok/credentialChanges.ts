import type { NotedChange } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import type { OrganizationId } from "../values/Id.js"
import type { ByokCredential } from "./ByokCredential.js"

/**
 * The version that a new, changed or deleted credential raises: that of its workspace's scope. The plans of the workspace's requests depend
 * on it, because they show the names and the order of credentials.
 */
export const credentialChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Pick<ByokCredential, "workspace_id">
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]
