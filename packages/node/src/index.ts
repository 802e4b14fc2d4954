import "./checkEffect.js"

export * from "@tollgate/client/api"
export {
  type BudgetFacts,
  providerSlug,
  type RefusalFacts,
  toWire,
  type WireAnswer,
  type WireDialect,
  type WireOptions
} from "@tollgate/core"
export * from "@tollgate/core/refusals"
export type { NodeHandler, WebHandler } from "@tollgate/http"
export { PostgresRefused } from "@tollgate/postgres/address"
export { DatabaseRefused, MasterKeyRefused } from "@tollgate/sqlite"
export * as Redacted from "effect/Redacted"
export type * from "#models"
export type { AlertSubscription, GateAlerts } from "./alerts.js"
export type { BoundHold, FailOptions, Served } from "./BoundHold.js"
export { type BoundAccount, type BoundLedger, BoundRun, type BoundRuns } from "./BoundRun.js"
export type { Credentials, UsableCredential } from "./credentials.js"
export type { GatewayKeys } from "./gatewayKeys.js"
export type { HostAccount, HostKeys } from "./HostAccount.js"
export type { AuthorizeOptions, HostSpending, WithHoldOptions } from "./HostSpending.js"
export type { KeyImports } from "./keyImports.js"
export type { MeteredPrice, MeterOptions } from "./MeterOptions.js"
export type { MountOptions } from "./mounted.js"
export type { OpenOptions } from "./openRuntime.js"
export type { Organizations } from "./organizations.js"
export type { Pruned } from "./Pruned.js"
export type { CostOptions, PriceBook } from "./prices.js"
export type { RemoteGate } from "./RemoteGate.js"
export { Tollgate } from "./Tollgate.js"
export { withRun } from "./withRun.js"
