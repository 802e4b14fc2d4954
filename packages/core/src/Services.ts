import type { AlertStore } from "./alerts/AlertStore.js"
import type { AuditStore } from "./audit/AuditStore.js"
import type { BoostStore } from "./boosts/BoostStore.js"
import type { ByokStore } from "./byok/ByokStore.js"
import type { SealedSecrets } from "./byok/SealedSecrets.js"
import type { Vault } from "./byok/Vault.js"
import type { GatewayKeyStore } from "./gatewayKeys/GatewayKeyStore.js"
import type { GuardrailStore } from "./guardrails/GuardrailStore.js"
import type { IdempotencyStore } from "./idempotency/IdempotencyStore.js"
import type { ImageModelCatalog } from "./images/ImageModelCatalog.js"
import type { KeyStore } from "./keys/KeyStore.js"
import type { AuthorizationCodeStore } from "./oauth/AuthorizationCodeStore.js"
import type { OrganizationStore } from "./organizations/OrganizationStore.js"
import type { Readiness } from "./ports/Readiness.js"
import type { Transaction } from "./ports/Transaction.js"
import type { PresetStore } from "./presets/PresetStore.js"
import type { PriceBook } from "./prices/PriceBook.js"
import type { BudgetRequestStore } from "./requests/BudgetRequestStore.js"
import type { SpendingStore } from "./spending/store/SpendingStore.js"
import type { OutboxStore } from "./webhooks/outbox/OutboxStore.js"
import type { WebhookStore } from "./webhooks/WebhookStore.js"
import type { WorkspaceStore } from "./workspaces/WorkspaceStore.js"

/** All ports of storage: the services that a storage package provides in one layer. */
export type Stores =
  | AlertStore
  | AuditStore
  | AuthorizationCodeStore
  | BoostStore
  | BudgetRequestStore
  | ByokStore
  | GatewayKeyStore
  | GuardrailStore
  | IdempotencyStore
  | ImageModelCatalog
  | KeyStore
  | OrganizationStore
  | OutboxStore
  | PresetStore
  | PriceBook
  | Readiness
  | SealedSecrets
  | SpendingStore
  | Transaction
  | WebhookStore
  | WorkspaceStore

/** All services that the programs require, except the caller. */
export type Services = Stores | Vault
