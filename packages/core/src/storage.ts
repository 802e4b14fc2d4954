// Entry point for storage adapters: ports, records, transactions, the vault that seals secrets, and what metrics measure. The build writes
// `stores` (scripts/lists.mjs).
import "./runtime/assertEffectVersion.js"

export { AlertFeed } from "./alerts/AlertFeed.js"
export type { AlertFilter, AlertPlace } from "./alerts/AlertStore.js"
export { alertText } from "./alerts/alertText.js"
export { countAlerts } from "./alerts/countAlerts.js"
export { showAlerts } from "./alerts/showAlerts.js"
export { type AuditChain, type AuditHead, hashEntry, noEntries, seal } from "./audit/AuditRecord.js"
export { type AuditCheck, type AuditEnd, type AuditFilter, MOST_COUNTED, type StoredChain } from "./audit/AuditStore.js"
export { entryOf as pruningEntry, type Pruning } from "./audit/Pruning.js"
export { readChain } from "./audit/readChain.js"
export type { BoostList } from "./boosts/BoostStore.js"
export { FORGOTTEN } from "./byok/forgotten.js"
export { isOfCredential, type Resealed, type SealedSecret, SealedSecrets } from "./byok/SealedSecrets.js"
export { MasterKeyMalformed, SealBroken, Vault } from "./byok/Vault.js"
export type { Assignments } from "./guardrails/GuardrailStore.js"
export { KeyAssignmentId, showKeyAssignment } from "./guardrails/KeyAssignment.js"
export { MemberAssignmentId } from "./guardrails/MemberAssignment.js"
export type { ClaimAhead } from "./idempotency/IdempotencyStore.js"
export { FORGOTTEN_AT_ONCE, KEPT_MILLIS, type KeptAnswerName } from "./idempotency/KeptAnswer.js"
export { ImageModelCatalog } from "./images/ImageModelCatalog.js"
/** @internal */
export { identifyKeyPlain } from "./keys/identifyKey.js"
export { DisabledKey, KeyIdentity } from "./keys/KeyRecord.js"
export { foldCase, isUsual, type KeySearch, searchedFields, sortings } from "./keys/KeySearch.js"
export type { ImportedKey, ScopedKey, SecretRotation } from "./keys/KeyStore.js"
export { type KeyUse, makeKeyUses } from "./keys/KeyUses.js"
export { CodeHash } from "./oauth/AuthorizationCodeRecord.js"
export { OrganizationMemberId } from "./organizations/OrganizationMember.js"
export { aside, type ChainId, PendingEntry, pendingEntry, type UnsealedEntry } from "./ports/PendingEntry.js"
export { Readiness } from "./ports/Readiness.js"
export { StorageFailure, type StorageOutcome } from "./ports/StorageFailure.js"
export { Transaction } from "./ports/Transaction.js"
export { fromJson as cardFromJson, namesFromJson } from "./prices/cardJson.js"
export { findPrice, resolveModel } from "./prices/findPrice.js"
export { spellingsOf } from "./prices/modelNames.js"
export { type FoundPrice, type NamedModel, PriceBook, type PriceMatch, type PricePeriod } from "./prices/PriceBook.js"
export {
  FARTHEST,
  hashCards,
  isChange,
  type PriceVersion,
  planMerge,
  planMerged,
  planReplacement,
  type Replacement
} from "./prices/PriceVersion.js"
export type {
  ContentsOf,
  Field,
  Filter,
  OwnedRecord,
  RecordStore,
  Records,
  StoreOf,
  WorkspaceContents
} from "./records/Records.js"
export { awaitQueued } from "./runtime/awaitQueued.js"
export { BoundedMap } from "./runtime/BoundedMap.js"
export type { Distribution } from "./runtime/metrics/Distribution.js"
export { families } from "./runtime/metrics/families.js"
export { measureGauge } from "./runtime/metrics/Metrics.js"
export { MetricsRegistry } from "./runtime/metrics/MetricsRegistry.js"
export { sleepAside } from "./runtime/sleepAside.js"
export type { Stores } from "./Services.js"
export { PriceCache } from "./spending/admission/PriceCache.js"
export { readSpender } from "./spending/admission/readSpender.js"
export { SpenderCache } from "./spending/admission/SpenderCache.js"
export { runsBelow } from "./spending/admission/withRun.js"
export type {
  Admission,
  AdmissionAnswer,
  ChargedScope,
  Extension,
  ExtensionAnswer,
  HoldName,
  SendAnswer
} from "./spending/model/Admission.js"
export {
  type AlertRecord,
  type AlertRequest,
  type AlertSubject,
  alertId
} from "./spending/model/AlertRecord.js"
export * as Day from "./spending/model/Day.js"
export type { Correction, CorrectionAnswer, CorrectionRecord } from "./spending/model/HoldCorrection.js"
export { holdIdAt, instantOf } from "./spending/model/HoldId.js"
export {
  type HoldPart,
  type HoldRecord,
  type HoldTerms,
  showHold,
  type UnknownEntry
} from "./spending/model/HoldRecord.js"
export { newRunTerms, type RunState, type StatedRun, stateOfRun } from "./spending/model/RunTerms.js"
export {
  emptyScope,
  guardedKeyScope,
  memberScope,
  noBoosts,
  type RunTerms,
  runPath,
  runScope,
  type Scope,
  type ScopeBoost,
  type ScopeId,
  ScopeKind,
  type ScopeRef,
  type ScopeTerms,
  scopeName,
  unlimited
} from "./spending/model/Scope.js"
export { type Applied, type Spender, type SpenderName, type Versions, withRuns } from "./spending/model/Spender.js"
export { type ActivityFilter, isServedBy } from "./spending/rules/ActivityFilter.js"
export {
  type ActivityAmounts,
  type ActivityField,
  type ActivityList,
  type ActivitySum,
  isActivity,
  servedModel
} from "./spending/rules/ActivitySum.js"
export { budgetOf, budgetsOf } from "./spending/rules/budgets.js"
export { addTo, type Change, changesOf, charge, contributions } from "./spending/rules/changes.js"
export { alertOf, defaultThresholds, type Watch, watchBudgets } from "./spending/rules/crossings.js"
export type { EntryRecord } from "./spending/rules/entries.js"
export * as Entries from "./spending/rules/entries.js"
export type { Settlement } from "./spending/rules/holdLife.js"
export * as HoldLife from "./spending/rules/holdLife.js"
export { hasSameTerms } from "./spending/rules/holdRequest.js"
export { type BudgetRefusal, fits, LARGEST, refusal, refuseBudgets, type SpentBudget } from "./spending/rules/judge.js"
export type { LedgerEntry, LedgerVisitor } from "./spending/rules/ledgerCheck.js"
export { boostIn, limitIn, UNCHECKED, withoutEndedBoosts } from "./spending/rules/limits.js"
export { dayOf, recounted, rollTo } from "./spending/rules/rollScope.js"
export { asAt, type BudgetInForce, byShare, kindRank, shareOf, windowRank } from "./spending/rules/shares.js"
export * as SpendingActs from "./spending/store/acts.js"
export { changeScope } from "./spending/store/changeScope.js"
export * as HoldActs from "./spending/store/holdActs.js"
export { addOpenings } from "./spending/store/holdActs.js"
export type { SpendingRows } from "./spending/store/SpendingRows.js"
export { warnOfRestart } from "./spending/store/SpendingRows.js"
export {
  type BudgetList,
  CHUNK,
  type ChangedScopes,
  type EntryList,
  FOREIGN_LEASE,
  type HoldList,
  LEASES_AMONG,
  type NewOpenings,
  OLDEST_AMONG,
  type OpenHolds,
  type RunList,
  type StoredRun,
  type UsageAnswer,
  type UsageEntry,
  type UsageSettlement
} from "./spending/store/SpendingStore.js"
export * from "./stores.js"
export { WEBHOOK_DISABLED } from "./webhooks/endOfDisabled.js"
export { type DispatchedAlert, type DispatchedWebhook, newDelivery } from "./webhooks/outbox/newDelivery.js"
export type {
  Attempted,
  Claim,
  ClaimedDelivery,
  DeliveryLease,
  Dispatch,
  DueList,
  DueWebhooks,
  Waiting
} from "./webhooks/outbox/OutboxStore.js"
export { WorkspaceMemberId } from "./workspaces/WorkspaceMember.js"
export { isWorkspaceId, WorkspaceRef } from "./workspaces/WorkspaceRef.js"
export type { Membership } from "./workspaces/WorkspaceStore.js"
