// Entry point for clients: the input, output and refusals of programs. It imports nothing of Node.js.

import "./runtime/assertEffectVersion.js"

export { Caller, isManaging, ManagementCaller, type ManagingPrincipal, type Principal } from "./access/Caller.js"
export {
  ByokCredential,
  ByokCredentialPage,
  ByokCredentialPatch,
  ByokCredentialQuery,
  ByokId,
  NewByokCredential
} from "./byok/ByokCredential.js"
export { Provider } from "./byok/Provider.js"
export { Guardrail, GuardrailId, GuardrailIdInput, GuardrailPatch, NewGuardrail } from "./guardrails/Guardrail.js"
export { AssignedMembers, MemberAssignment, MemberIds, UnassignedMembers } from "./guardrails/MemberAssignment.js"
export { ImageModel, ImageModelId, NewImageModel, NewImageModels } from "./images/ImageModel.js"
export { ParameterDescriptor } from "./images/ParameterDescriptor.js"
export {
  ApiKey,
  ApiKeyPage,
  ApiKeyPatch,
  ApiKeyQuery,
  CreatedApiKey,
  CurrentApiKey,
  NewApiKey,
  UsageInput
} from "./keys/ApiKey.js"
export { KeyHolder } from "./keys/KeyHolder.js"
export {
  AuthorizationCode,
  AuthorizationCodeExchange,
  ExchangedApiKey,
  NewAuthorizationCode,
  PlainChallenges
} from "./oauth/AuthorizationCode.js"
export { CreatedOrganization, FoundOrganization, NewOrganization, Organization } from "./organizations/Organization.js"
export { NewOrganizationMember, OrganizationMember } from "./organizations/OrganizationMember.js"
export { NewPreset, Preset, PresetId, PresetVersionId } from "./presets/Preset.js"
export { PresetVersion, PresetWithVersion } from "./presets/PresetVersion.js"
export { costOf } from "./prices/costOf.js"
export { diffCards, type PriceChanges } from "./prices/diffCards.js"
export { RateCard, Rates, Tier as PriceTier } from "./prices/RateCard.js"
export { RateCards } from "./prices/RateCards.js"
export type { ReadCards, SkippedEntry } from "./prices/read/Collected.js"
export { readCards } from "./prices/read/readCards.js"
export { inputTokens, outputTokens, Usage } from "./prices/Usage.js"
export * as UsageFrom from "./prices/UsageFrom.js"
export * from "./refusals.js"
export * as Refusals from "./refusals.js"
export { InputIssue } from "./schema/InvalidInput.js"
export type { RefusedRequest } from "./schema/refusal.js"
export { unchecked } from "./schema/unchecked.js"
export { Budget, BudgetWindow, RefusingBudget } from "./spending/Budget.js"
export { CostBasis, Hold, HoldFlag, HoldState } from "./spending/Hold.js"
export { HoldId, HoldIdInput } from "./spending/HoldId.js"
export { ScopeKind } from "./spending/Scope.js"
export { Deleted } from "./values/Deleted.js"
export { OrganizationId, WorkspaceId, WorkspaceIdInput } from "./values/Id.js"
export { KeyHash } from "./values/KeyHash.js"
export { Page, Paged, PageQuery } from "./values/Page.js"
export { PageInWorkspace, PageInWorkspaceQuery } from "./values/PageInWorkspace.js"
export { Role } from "./values/Role.js"
export { Slug } from "./values/Slug.js"
export * as Usd from "./values/Usd.js"
export { UserId } from "./values/UserId.js"
export { WindowId, WindowKind, windowEnd, windowId } from "./values/Window.js"
export { NewWorkspace, Workspace, WorkspaceSlug } from "./workspaces/Workspace.js"
export { AddedWorkspaceMembers, NewWorkspaceMembers, WorkspaceMember } from "./workspaces/WorkspaceMember.js"
export { WorkspaceRef } from "./workspaces/WorkspaceRef.js"
