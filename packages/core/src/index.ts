// Entry point for callers: programs, their input and output, refusals, and the in-memory stores. The build writes `programs` (scripts/lists.mjs).
import "./runtime/assertEffectVersion.js"

export { requireManagement } from "./access/Caller.js"
export { AuditRetention } from "./audit/AuditRetention.js"
export type { BrokenChain, KeptHead, PrunedChain } from "./audit/checkChain.js"
export type { AuditReport } from "./audit/verifyAudit.js"
export { type Abandoned, type LostCredential, type LostWebhook, SecretsOpen } from "./byok/abandonSecrets.js"
export { CredentialUse, type UsableCredential } from "./byok/credentialsForProvider.js"
export type { Rewrapped, SpareMasterKey } from "./byok/rewrapSecrets.js"
export type { GatewayHolder } from "./gatewayKeys/authenticateGateway.js"
export { answerOnce, type RepeatableAnswer, type RepeatableRequest, type Sender } from "./idempotency/answerOnce.js"
export * as Memory from "./Memory.js"
export * from "./models.js"
export { hostCaller } from "./organizations/hostCaller.js"
export * from "./programs.js"
export { prune } from "./prune.js"
export { runSender } from "./runs/runSender.js"
export { BasePath } from "./runtime/BasePath.js"
export { Metrics } from "./runtime/metrics/Metrics.js"
export { RequestOrigin } from "./runtime/RequestOrigin.js"
export type { Services } from "./Services.js"
export { AdmissionQueue, WaitingRequests } from "./spending/admission/AdmissionQueue.js"
export { releaseAbandoned } from "./spending/admission/handOver.js"
export { LedgerRetention } from "./spending/admission/newHoldId.js"
export { withRun } from "./spending/admission/withRun.js"
export { acquireHold } from "./spending/bound/acquireHold.js"
export type {
  AbortPolicy,
  AcquireOptions,
  AuthorizeFailure,
  BoundHold,
  ExtendFailure,
  FailOptions,
  HoldOptions,
  HoldServices,
  MeteredPrice,
  MeterOptions,
  SendFailure,
  Served
} from "./spending/bound/BoundHold.js"
export { type Binding, bindHold } from "./spending/bound/bindHold.js"
export { isUnbilled } from "./spending/bound/isUnbilled.js"
export { LastOutputs, OutputSizes } from "./spending/bound/OutputSizes.js"
export { takeHold, type WaitOptions, waitForHeadroom } from "./spending/bound/waitForHeadroom.js"
export { type WithHoldOptions, withHold } from "./spending/bound/withHold.js"
export { ServeCredentials } from "./spending/holds/openCredential.js"
export { releaseUnsent } from "./spending/holds/releaseHolds.js"
export type { CounterDifference, LedgerReport } from "./spending/rules/ledgerCheck.js"
export { METRICS_TYPE, readMetrics } from "./spending/upkeep/readMetrics.js"
export * as SecretKey from "./values/SecretKey.js"
export { judgeWebhookUrl, MAX_WEBHOOK_URL } from "./webhooks/judgeWebhookUrl.js"
export { deliverAlerts } from "./webhooks/outbox/deliverAlerts.js"
export { WebhookRules } from "./webhooks/WebhookRules.js"
export { type WebhookMessage, WebhookSender, WebhookUnreachable } from "./webhooks/WebhookSender.js"
export type { BudgetFacts, RefusalFacts } from "./wire/factsOf.js"
export { toWire, type WireAnswer, type WireDialect, type WireOptions } from "./wire/toWire.js"
