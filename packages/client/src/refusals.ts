// Written by `npm run generate`.
// The refusals of core.

export {
  AlreadyMember,
  BudgetExceeded,
  BudgetNotFound,
  BudgetOutOfOrder,
  ByokNotFound,
  ChallengeRefused,
  CodeRefused,
  DefaultSlugFixed,
  ExpiryInThePast,
  GatewayKeyNotFound,
  GuardrailNotFound,
  HoldConflict,
  HoldEnded,
  HoldNotFound,
  IntervalRequired,
  InvalidCredential,
  InvalidInput,
  KeyNotFound,
  KeyRefused,
  LastManagementKey,
  ManagementKeyRequired,
  OrganizationNotFound,
  PolicyRefused,
  PresetNotFound,
  PriceUnknown,
  SlugTaken,
  StorageFailure,
  UserNotInOrganization,
  WorkspaceNotFound
} from "@tollgate/core/models"
