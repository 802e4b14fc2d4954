import "./checkEffect.js"

export {
  AlreadyMember,
  ByokNotFound,
  ChallengeRefused,
  CodeRefused,
  ExpiryInThePast,
  GuardrailNotFound,
  type InputIssue,
  IntervalRequired,
  InvalidCredential,
  InvalidInput,
  KeyNotFound,
  LastManagementKey,
  ManagementKeyRequired,
  OrganizationNotFound,
  PresetNotFound,
  SlugTaken,
  StorageFailure,
  UserNotInOrganization,
  WorkspaceNotFound
} from "@tollgate/core/models"
export { RateLimited, RequestFailed } from "@tollgate/http/contract"
export type { Account } from "./Account.js"
export type { Byok, ByokCredential, ByokCredentialPage, ByokCredentialPatch, NewByokCredential } from "./byok.js"
export type { ConnectOptions } from "./ConnectOptions.js"
export { GateClosed } from "./GateClosed.js"
export type {
  AssignedMembers,
  Deleted,
  Guardrail,
  GuardrailPatch,
  Guardrails,
  MemberAssignment,
  MemberIds,
  NewGuardrail,
  UnassignedMembers
} from "./guardrails.js"
export type { ImageModel, Images, NewImageModels } from "./images.js"
export type { ApiKey, ApiKeyPage, ApiKeyPatch, CreatedApiKey, CurrentApiKey, Keys, NewApiKey } from "./keys.js"
export type {
  AuthorizationCode,
  AuthorizationCodeExchange,
  ExchangedApiKey,
  NewAuthorizationCode,
  OAuth
} from "./oauth.js"
export type { NewOrganizationMember, OrganizationMember, OrganizationMembers } from "./organization.js"
export type { Page, Paged, PageInWorkspace } from "./Page.js"
export type { NewPreset, Preset, Presets, PresetWithVersion } from "./presets.js"
export { RemoteTollgate } from "./RemoteTollgate.js"
export { Tollgate } from "./Tollgate.js"
export type { CallOptions } from "./Transport.js"
export type {
  AddedWorkspaceMembers,
  NewWorkspace,
  NewWorkspaceMembers,
  Workspace,
  WorkspaceMember,
  Workspaces
} from "./workspaces.js"
