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
export type { Byok } from "./byok.js"
export type { ConnectOptions } from "./ConnectOptions.js"
export { GateClosed } from "./GateClosed.js"
export type { Guardrails } from "./guardrails.js"
export type { Images } from "./images.js"
export type { Keys } from "./keys.js"
export type * from "./models/byok.js"
export type * from "./models/guardrails.js"
export type * from "./models/images.js"
export type * from "./models/keys.js"
export type * from "./models/oauth.js"
export type * from "./models/organization.js"
export type * from "./models/presets.js"
export type * from "./models/shared.js"
export type * from "./models/workspaces.js"
export type { OAuth } from "./oauth.js"
export type { OrganizationMembers } from "./organization.js"
export type { Presets } from "./presets.js"
export { RemoteTollgate } from "./RemoteTollgate.js"
export { Tollgate } from "./Tollgate.js"
export type { CallOptions } from "./Transport.js"
export type { Workspaces } from "./workspaces.js"
