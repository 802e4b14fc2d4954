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
  WorkspaceNotFound
} from "@tollgate/core/models"
export { RateLimited, RequestFailed } from "@tollgate/http/contract"
export type { Account } from "./Account.js"
export type { Byok, ByokCredential, ByokPage, ByokPatch, NewByokCredential } from "./byok.js"
export type { ConnectOptions } from "./ConnectOptions.js"
export { GateClosed } from "./GateClosed.js"
export type {
  Assigned,
  Deleted,
  Guardrail,
  GuardrailPatch,
  Guardrails,
  MemberAssignment,
  MemberIds,
  NewGuardrail,
  Unassigned
} from "./guardrails.js"
export type { ImageModel, Images, NewCatalog } from "./images.js"
export type { ApiKey, CurrentKey, KeyPatch, Keys, KeysPage, MintedKey, NewKey } from "./keys.js"
export type { CodeExchange, ExchangedKey, IssuedCode, NewAuthorizationCode, OAuth } from "./oauth.js"
export type { NewOrganizationMember, OrganizationMember, OrganizationMembers } from "./organization.js"
export type { Page, Paged } from "./Page.js"
export type { NewPreset, Preset, PresetInUse, Presets } from "./presets.js"
export { Tollgate } from "./Tollgate.js"
export type { CallOptions } from "./Transport.js"
export type { AddedMembers, AddMembers, NewWorkspace, Workspace, WorkspaceMember, Workspaces } from "./workspaces.js"
