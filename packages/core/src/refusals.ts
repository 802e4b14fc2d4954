// Written by `npm run generate`.
// Refusals: the classes made by `refusal` and `notFound`.

export { ManagementKeyRequired } from "./access/Caller.js"
export { ApiKeyRequired, GatewayKeyRequired } from "./access/GatewayCaller.js"
export { ByokNotFound } from "./byok/ByokCredential.js"
export { GatewayKeyNotFound } from "./gatewayKeys/GatewayKey.js"
export { GuardrailNotFound, IntervalRequired } from "./guardrails/Guardrail.js"
export { IdempotencyAnswerUnavailable } from "./idempotency/IdempotencyAnswerUnavailable.js"
export { IdempotencyKeyReused } from "./idempotency/IdempotencyKeyReused.js"
export { ImageModelNotFound } from "./images/ImageModelEndpoints.js"
export { KeyNotFound } from "./keys/ApiKey.js"
export { CreatorLeft } from "./keys/CreatorLeft.js"
export { ExpiryInThePast } from "./keys/Expiry.js"
export { ExternalIdTaken } from "./keys/ExternalId.js"
export { InvalidCredential } from "./keys/InvalidCredential.js"
export { LastManagementKey } from "./keys/LastManagementKey.js"
export { HashTaken } from "./keys/NewImportedKeys.js"
export { ChallengeRefused, CodeRefused } from "./oauth/AuthorizationCode.js"
export { OrganizationNotFound } from "./organizations/Organization.js"
export {
  AlreadyMember,
  LastAdmin,
  MemberHasLastManagementKey,
  OrganizationMemberNotFound,
  UserNotInOrganization
} from "./organizations/OrganizationMember.js"
export { StorageFailure } from "./ports/StorageFailure.js"
export { PresetArchived, PresetNotFound } from "./presets/Preset.js"
export { PresetVersionNotFound } from "./presets/PresetVersion.js"
export { InvalidInput } from "./schema/InvalidInput.js"
export { BudgetExceeded } from "./spending/model/Budget.js"
export { HoldConflict, HoldEnded, HoldNotFound, HoldNotSettled, HoldsOpen } from "./spending/model/Hold.js"
export { CredentialsNotServed } from "./spending/model/OpenedCredential.js"
export { BudgetNotFound, BudgetOutOfOrder } from "./spending/model/PooledBudget.js"
export { CostTooLarge, KeyRefused, PolicyRefused, PriceUnknown } from "./spending/model/refusals.js"
export { SlugTaken } from "./values/Slug.js"
export { DefaultSlugFixed, DefaultWorkspaceFixed, WorkspaceHasKeys, WorkspaceNotFound } from "./workspaces/Workspace.js"
