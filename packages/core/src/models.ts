// What is asked with, answered and refused, in process and remote: it imports nothing of Node.js.

import "./needsEffect3.js"

export { ByokCredential, ByokId, ByokPage, ByokPatch, ByokQuery, NewByokCredential } from "./byok/ByokCredential.js"
export { Provider } from "./byok/Provider.js"
export { Caller, isManaging, ManagementCaller, type ManagingPrincipal, type Principal } from "./Caller.js"
export * as Codec from "./Codec.js"
export { Deleted } from "./Deleted.js"
export { Guardrail, GuardrailId, GuardrailIdInput, GuardrailPatch, NewGuardrail } from "./guardrails/Guardrail.js"
export { Assigned, MemberAssignment, MemberIds, Unassigned } from "./guardrails/MemberAssignment.js"
export { OrganizationId, WorkspaceId, WorkspaceIdInput } from "./Id.js"
export { InputIssue } from "./InvalidInput.js"
export { CatalogEntry, ImageModel, ImageModelId, NewCatalog } from "./images/ImageModel.js"
export { ApiKey, CurrentKey, KeyPatch, KeysPage, KeysQuery, MintedKey, NewKey, UsageInput } from "./keys/ApiKey.js"
export { KeyHash } from "./keys/KeyHash.js"
export { KeyHolder } from "./keys/KeyHolder.js"
export {
  CodeExchange,
  ExchangedKey,
  IssuedCode,
  NewAuthorizationCode,
  PlainChallenges
} from "./oauth/AuthorizationCode.js"
export { CreatedOrganization, FoundOrganization, NewOrganization, Organization } from "./organizations/Organization.js"
export { NewOrganizationMember, OrganizationMember, Role } from "./organizations/OrganizationMember.js"
export { Page, Paged, PageQuery } from "./Page.js"
export { NewPreset, Preset, PresetId, PresetVersionId } from "./presets/Preset.js"
export { PresetInUse, PresetVersion } from "./presets/PresetVersion.js"
export * from "./refusals.js"
export * as Refusals from "./refusals.js"
export * as Usd from "./Usd.js"
export { UserId } from "./UserId.js"
export { WindowId, WindowKind, windowEnd, windowId } from "./Window.js"
export { NewWorkspace, Workspace, WorkspaceSlug } from "./workspaces/Workspace.js"
export { AddedMembers, AddMembers, WorkspaceMember } from "./workspaces/WorkspaceMember.js"
