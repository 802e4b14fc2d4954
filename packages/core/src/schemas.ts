// Written by `npm run generate`.
// Models: the schemas with an identifier.

export { ActivityRow } from "./activity/ActivityRow.js"
export { AuditEntry } from "./audit/AuditEntry.js"
export { ByokCredential, ByokCredentialPatch, NewByokCredential } from "./byok/ByokCredential.js"
export { CreatedGatewayKey, GatewayKey, NewGatewayKey } from "./gatewayKeys/GatewayKey.js"
export { Guardrail, GuardrailPatch, NewGuardrail } from "./guardrails/Guardrail.js"
export { AssignedKeys, KeyAssignment, KeyHashes, UnassignedKeys } from "./guardrails/KeyAssignment.js"
export { AssignedMembers, MemberAssignment, MemberIds, UnassignedMembers } from "./guardrails/MemberAssignment.js"
export { ImageEndpoint, NewImageEndpoint } from "./images/ImageEndpoint.js"
export { ImageModel, NewImageModel, NewImageModels } from "./images/ImageModel.js"
export { ImageModelEndpoints } from "./images/ImageModelEndpoints.js"
export { ApiKey, ApiKeyPatch, CreatedApiKey, NewApiKey, UpdatedApiKey } from "./keys/ApiKey.js"
export { CurrentApiKey, KeyBudget } from "./keys/CurrentApiKey.js"
export { KeyHolder } from "./keys/KeyHolder.js"
export { KeyRotation } from "./keys/KeyRotation.js"
export { ImportedKeys, NewImportedKey, NewImportedKeys } from "./keys/NewImportedKeys.js"
export { UsageInput } from "./keys/UsageInput.js"
export {
  AuthorizationCode,
  AuthorizationCodeExchange,
  ExchangedApiKey,
  NewAuthorizationCode
} from "./oauth/AuthorizationCode.js"
export { NewOrganization, Organization } from "./organizations/Organization.js"
export {
  NewOrganizationMember,
  OrganizationMember,
  OrganizationMemberPatch,
  RemovedOrganizationMember
} from "./organizations/OrganizationMember.js"
export { NewPreset, Preset, PresetPatch } from "./presets/Preset.js"
export { NewPresetVersion, PresetVersion, PresetWithVersion } from "./presets/PresetVersion.js"
export { NewRateCard } from "./prices/NewRateCard.js"
export { PriceTier, RateCard, Rates } from "./prices/RateCard.js"
export { RateCards } from "./prices/RateCards.js"
export { Usage } from "./prices/Usage.js"
export { Budget, RefusingBudget } from "./spending/model/Budget.js"
export { CredentialPlan } from "./spending/model/CredentialPlan.js"
export { Hold } from "./spending/model/Hold.js"
export { CostCorrection, HoldCorrection, HoldWithCorrections } from "./spending/model/HoldCorrection.js"
export {
  HoldExtension,
  HoldsOfInstance,
  NewSettlement,
  NewUsage,
  ReleasedHolds,
  SentRequest
} from "./spending/model/HoldInput.js"
export { AuthorizedHold, NewHold } from "./spending/model/NewHold.js"
export { OpenedCredential } from "./spending/model/OpenedCredential.js"
export { NewPooledBudget, PooledBudget } from "./spending/model/PooledBudget.js"
export { Deleted } from "./values/Deleted.js"
export { NewWorkspace, Workspace, WorkspacePatch } from "./workspaces/Workspace.js"
export {
  AddedWorkspaceMembers,
  NewWorkspaceMembers,
  RemovedWorkspaceMembers,
  WorkspaceMember,
  WorkspaceUsers
} from "./workspaces/WorkspaceMember.js"
