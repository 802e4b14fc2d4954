// What is asked with, answered and refused, in process and remote: it imports nothing of Node.js.

import "./runtime/assertEffectVersion.js"

export { Caller, isManaging, ManagementCaller, type ManagingPrincipal, type Principal } from "./access/Caller.js"
export { ByokCredential, ByokId, ByokPage, ByokPatch, ByokQuery, NewByokCredential } from "./byok/ByokCredential.js"
export { Provider } from "./byok/Provider.js"
export { Guardrail, GuardrailId, GuardrailIdInput, GuardrailPatch, NewGuardrail } from "./guardrails/Guardrail.js"
export { Assigned, MemberAssignment, MemberIds, Unassigned } from "./guardrails/MemberAssignment.js"
export { CatalogEntry, ImageModel, ImageModelId, NewCatalog } from "./images/ImageModel.js"
export { ApiKey, CurrentKey, KeyPatch, KeysPage, KeysQuery, MintedKey, NewKey, UsageInput } from "./keys/ApiKey.js"
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
export { NewPreset, Preset, PresetId, PresetVersionId } from "./presets/Preset.js"
export { PresetInUse, PresetVersion } from "./presets/PresetVersion.js"
export * from "./refusals.js"
export * as Refusals from "./refusals.js"
export * as Codec from "./schema/Codec.js"
export { InputIssue } from "./schema/InvalidInput.js"
export { Deleted } from "./values/Deleted.js"
export { OrganizationId, WorkspaceId, WorkspaceIdInput } from "./values/Id.js"
export { KeyHash } from "./values/KeyHash.js"
export { Page, Paged, PageQuery } from "./values/Page.js"
export * as Usd from "./values/Usd.js"
export { UserId } from "./values/UserId.js"
export { WindowId, WindowKind, windowEnd, windowId } from "./values/Window.js"
export { NewWorkspace, Workspace, WorkspaceSlug } from "./workspaces/Workspace.js"
export { AddedMembers, AddMembers, WorkspaceMember } from "./workspaces/WorkspaceMember.js"
