import type { NotedChange } from "../spending/noteChanges.js"
import { workspaceScope } from "../spending/scopes.js"
import type { OrganizationId } from "../values/Id.js"
import type { ByokCredential } from "./ByokCredential.js"

/**
 * What a new, changed or deleted credential changes: the version that guards the plans of the workspace's requests, which show the names and
 * the order of credentials, too.
 */
export const credentialChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Pick<ByokCredential, "workspace_id">
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]
