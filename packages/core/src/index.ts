// For who calls: the operations, what they take and answer, what they refuse, and the accounts in memory.
export { ByokCredential, ByokId, NewByokCredential } from "./byok/ByokCredential.js"
export { createByokCredential } from "./byok/createByokCredential.js"
export { getByokCredential } from "./byok/getByokCredential.js"
export { Provider } from "./byok/Provider.js"
export {
  Caller,
  isManaging,
  ManagementCaller,
  type ManagingPrincipal,
  type Principal,
  requireManagement
} from "./Caller.js"
export * as Codec from "./Codec.js"
export { Deleted } from "./Deleted.js"
export { Entropy } from "./Entropy.js"
export { assignMembers } from "./guardrails/assignMembers.js"
export { createGuardrail } from "./guardrails/createGuardrail.js"
export { deleteGuardrail } from "./guardrails/deleteGuardrail.js"
export { Guardrail, GuardrailId, GuardrailIdInput, NewGuardrail } from "./guardrails/Guardrail.js"
export { Assigned, MemberIds, Unassigned } from "./guardrails/MemberAssignment.js"
export { unassignMembers } from "./guardrails/unassignMembers.js"
export { OrganizationId, WorkspaceId, WorkspaceIdInput } from "./Id.js"
export { InputIssue } from "./InvalidInput.js"
export { CatalogEntry, ImageModel, ImageModelId, NewCatalog } from "./images/ImageModel.js"
export { listImageModels } from "./images/listImageModels.js"
export { replaceImageModels } from "./images/replaceImageModels.js"
export { ApiKey, KeyPatch, MintedKey, NewKey, UsageInput } from "./keys/ApiKey.js"
export { authenticate } from "./keys/authenticate.js"
export { createKey } from "./keys/createKey.js"
export { getKey } from "./keys/getKey.js"
export { KeyHash } from "./keys/KeyHash.js"
export { recordUsage } from "./keys/recordUsage.js"
export { updateKey } from "./keys/updateKey.js"
export * as Memory from "./Memory.js"
export {
  CodeExchange,
  ExchangedKey,
  IssuedCode,
  NewAuthorizationCode,
  PlainChallenges
} from "./oauth/AuthorizationCode.js"
export { createAuthorizationCode } from "./oauth/createAuthorizationCode.js"
export { exchangeCode } from "./oauth/exchangeCode.js"
export { addOrganizationMember } from "./organizations/addOrganizationMember.js"
export { createOrganization } from "./organizations/createOrganization.js"
export { hostCaller } from "./organizations/hostCaller.js"
export { CreatedOrganization, NewOrganization, Organization } from "./organizations/Organization.js"
export { NewOrganizationMember, OrganizationMember, Role } from "./organizations/OrganizationMember.js"
export { Page, Paged, PageQuery } from "./Page.js"
export { createPreset } from "./presets/createPreset.js"
export { listPresets } from "./presets/listPresets.js"
export { NewPreset, Preset, PresetId, PresetVersionId } from "./presets/Preset.js"
export * from "./refusals.js"
export * as Refusals from "./refusals.js"
export * as SecretKey from "./SecretKey.js"
export type { Services } from "./Services.js"
export * as Usd from "./Usd.js"
export { UserId } from "./UserId.js"
export { WindowId, WindowKind, windowEnd, windowId } from "./Window.js"
export { addWorkspaceMembers } from "./workspaces/addWorkspaceMembers.js"
export { createWorkspace } from "./workspaces/createWorkspace.js"
export { listWorkspaceMembers } from "./workspaces/listWorkspaceMembers.js"
export { NewWorkspace, Workspace, WorkspaceSlug } from "./workspaces/Workspace.js"
export { AddedMembers, AddMembers, WorkspaceMember } from "./workspaces/WorkspaceMember.js"
