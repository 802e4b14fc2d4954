// Written by `npm run generate`.
// The refusals of core.

export {
  AlreadyMember,
  ByokNotFound,
  ChallengeRefused,
  CodeRefused,
  DefaultSlugFixed,
  ExpiryInThePast,
  GuardrailNotFound,
  HoldNotFound,
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
