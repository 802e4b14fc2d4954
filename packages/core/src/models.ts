// Entry point for clients: the input, output and refusals of programs. It imports nothing of Node.js. The build writes `refusals` and `schemas`
// (scripts/lists.mjs).

import "./runtime/assertEffectVersion.js"

export { Caller, isManaging, ManagementCaller, type ManagingPrincipal, type Principal } from "./access/Caller.js"
export {
  type Gateway,
  GatewayCaller,
  LedgerCaller
} from "./access/GatewayCaller.js"
export { ActivityGroup } from "./activity/ActivityGroup.js"
export { ActivityPage, ActivityQuery } from "./activity/ActivityPage.js"
export { activityCsv, columnsOfGroups } from "./activity/activityCsv.js"
export { EntryPage, EntryQuery } from "./activity/EntryPage.js"
export { type FocusOptions, focusCsv, focusGroups, focusHead } from "./activity/focusCsv.js"
export { AlertId } from "./alerts/AlertId.js"
export { AlertKind } from "./alerts/AlertKind.js"
export { AlertMessage, alertMessage } from "./alerts/AlertMessage.js"
export { AlertPage, AlertQuery } from "./alerts/AlertPage.js"
export { AuditPage, AuditQuery } from "./audit/AuditPage.js"
export { BoostId, BoostPage, BoostQuery, BoostScope, BoostState } from "./boosts/BudgetBoost.js"
export { BudgetPage, BudgetQuery } from "./budgets/BudgetPage.js"
export { ByokCredentialPage, ByokCredentialQuery, ByokId } from "./byok/ByokCredential.js"
export { Provider } from "./byok/Provider.js"
export { GuardrailId, GuardrailIdInput } from "./guardrails/Guardrail.js"
export { IdempotencyKey } from "./idempotency/IdempotencyKey.js"
export { ImageModelId, ImageModelSlug, ImageModelVendor } from "./images/ImageModel.js"
export { ParameterDescriptor } from "./images/ParameterDescriptor.js"
export { ApiKeyPage, ApiKeyQuery, KeyOrder } from "./keys/ApiKeyPage.js"
export { PlainChallenges } from "./oauth/AuthorizationCode.js"
export { CreatedOrganization, FoundOrganization } from "./organizations/Organization.js"
export { PresetId, PresetVersionId } from "./presets/Preset.js"
export { VersionNumber } from "./presets/PresetVersion.js"
export { costOf } from "./prices/costOf.js"
export { diffCards, type PriceChanges } from "./prices/diffCards.js"
export type { MappedProvider, ReadCards, SkippedEntry } from "./prices/read/Collected.js"
export { providerSlug } from "./prices/read/providerSlug.js"
export { readCards } from "./prices/read/readCards.js"
export { inputTokens, outputTokens } from "./prices/Usage.js"
export * as UsageFrom from "./prices/UsageFrom.js"
export * from "./refusals.js"
export * as Refusals from "./refusals.js"
export {
  BudgetRequestId,
  BudgetRequestPage,
  BudgetRequestQuery,
  BudgetRequestState
} from "./requests/BudgetRequest.js"
export { RunPage, RunPath, RunPlaceQuery, RunQuery } from "./runs/Run.js"
export { Entropy } from "./runtime/Entropy.js"
export type { RefusedRequest } from "./schema/RefusalEntry.js"
export { recognize } from "./schema/recognize.js"
export { InputIssue } from "./schema/refusal.js"
export { unchecked } from "./schema/unchecked.js"
export * from "./schemas.js"
export { newHoldId } from "./spending/admission/newHoldId.js"
export { BudgetWindow } from "./spending/model/Budget.js"
export { CostBasis, HoldFlag, HoldState } from "./spending/model/Hold.js"
export { HoldId, HoldIdInput } from "./spending/model/HoldId.js"
export { HoldPage, HoldQuery } from "./spending/model/HoldPage.js"
export { TokenUsage } from "./spending/model/NewHold.js"
export { BudgetInterval } from "./spending/model/PooledBudget.js"
export { RunState } from "./spending/model/RunTerms.js"
export { ScopeKind } from "./spending/model/Scope.js"
export { OrganizationId, WorkspaceId, WorkspaceIdInput } from "./values/Id.js"
export { KeyHash } from "./values/KeyHash.js"
export { Page, Paged, PageQuery } from "./values/Page.js"
export { PageInWorkspace, PageInWorkspaceQuery } from "./values/PageInWorkspace.js"
export { ProviderSlug } from "./values/ProviderSlug.js"
export { readList } from "./values/queryList.js"
export { Role } from "./values/Role.js"
export { Slug } from "./values/Slug.js"
export * as Usd from "./values/Usd.js"
export { UserId } from "./values/UserId.js"
export { WindowId, WindowKind, windowEnd, windowId } from "./values/Window.js"
export { MAX_WEBHOOKS, WebhookId } from "./webhooks/Webhook.js"
export {
  DeliveryState,
  WebhookDeliveryId,
  WebhookDeliveryPage,
  WebhookDeliveryQuery
} from "./webhooks/WebhookDelivery.js"
export { WorkspaceSlug } from "./workspaces/Workspace.js"
export { WorkspaceRef } from "./workspaces/WorkspaceRef.js"
