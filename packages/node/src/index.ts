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
  PresetSlugTaken,
  SlugTaken,
  StorageFailure,
  WorkspaceNotFound
} from "@tollgate/core"
export { DatabaseRefused, MasterKeyRefused } from "@tollgate/sqlite"
export type { Account } from "./Account.js"
export type { OpenOptions } from "./openRuntime.js"
export { type CallOptions, GateClosed } from "./Run.js"
export { Tollgate } from "./Tollgate.js"
