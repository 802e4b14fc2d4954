import type { NotedChange } from "../spending/noteChanges.js"
import { workspaceScope } from "../spending/scopes.js"
import type { OrganizationId } from "../values/Id.js"
import type { ByokCredential, ByokCredentialPatch } from "./ByokCredential.js"

const judged = ["disabled", "allowed_models", "allowed_user_ids", "allowed_api_key_hashes"] as const

/** Whether a change decides about the plans of requests. */
export const isPlanned = (patch: ByokCredentialPatch): boolean => judged.some((field) => patch[field] !== undefined)

/** What a changed credential changes: the version that guards the plans of the workspace's requests. */
export const credentialChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Pick<ByokCredential, "workspace_id">
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]
