// Written by `npm run generate`.
// Refusals: the classes made by `refusal` and `notFound`.

export { ManagementKeyRequired } from "./access/Caller.js"
export { ByokNotFound } from "./byok/ByokCredential.js"
export { GuardrailNotFound, IntervalRequired } from "./guardrails/Guardrail.js"
export { KeyNotFound, LastManagementKey } from "./keys/ApiKey.js"
export { ExpiryInThePast } from "./keys/Expiry.js"
export { InvalidCredential } from "./keys/InvalidCredential.js"
export { ChallengeRefused, CodeRefused } from "./oauth/AuthorizationCode.js"
export { OrganizationNotFound } from "./organizations/Organization.js"
export { AlreadyMember, UserNotInOrganization } from "./organizations/OrganizationMember.js"
export { StorageFailure } from "./ports/StorageFailure.js"
export { PresetNotFound } from "./presets/Preset.js"
export { InvalidInput } from "./schema/InvalidInput.js"
export { HoldNotFound } from "./spending/Hold.js"
export { SlugTaken } from "./values/Slug.js"
export { DefaultSlugFixed, WorkspaceNotFound } from "./workspaces/Workspace.js"
