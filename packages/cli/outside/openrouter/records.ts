import { expect } from "vitest"
import type { Walk } from "./Walk.js"

export const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
export const HASH = expect.stringMatching(/^[0-9a-f]{64}$/)

const usage = {
  usage: 0,
  usageDaily: 0,
  usageWeekly: 0,
  usageMonthly: 0,
  byokUsage: 0,
  byokUsageDaily: 0,
  byokUsageWeekly: 0,
  byokUsageMonthly: 0
}

const terms = {
  limit: null,
  limitRemaining: null,
  limitReset: null,
  includeByokInLimit: false,
  expiresAt: null,
  ...usage
}

/** A key as the client returns it. */
export const aKey = ({ newer }: Walk, fields: object) => ({
  ...terms,
  hash: HASH,
  label: expect.stringMatching(/^tg_sk_.{3}\.{3}.{4}$/),
  disabled: false,
  createdAt: TIME,
  updatedAt: TIME,
  creatorUserId: "owner",
  workspaceId: UUID,
  ...newer({ externalUser: null }),
  ...fields
})

/** The key of a request as the client returns it. */
export const aCurrentKey = ({ newer }: Walk, fields: object) => ({
  ...terms,
  label: expect.stringMatching(/^tg_[ms]k_.{3}\.{3}.{4}$/),
  creatorUserId: "owner",
  isFreeTier: false,
  isManagementKey: false,
  isProvisioningKey: false,
  rateLimit: { interval: "", note: "", requests: -1 },
  ...newer({
    allowedDataRegions: ["global"],
    freeModelDailyRequests: { limit: 0, remaining: 0, used: 0 },
    organizationId: UUID,
    workspaceId: UUID
  }),
  ...fields
})

export const aCredential = ({ newer }: Walk, fields: object) => ({
  id: UUID,
  provider: "openai",
  workspaceId: UUID,
  label: expect.any(String),
  name: null,
  disabled: false,
  isFallback: false,
  allowedModels: null,
  allowedApiKeyHashes: null,
  allowedUserIds: null,
  sortOrder: 0,
  createdAt: TIME,
  ...newer({ declaredZdr: null, isByokOnly: false, isRequired: false }),
  ...fields
})

export const aGuardrail = ({ newer }: Walk, fields: object) => ({
  id: UUID,
  workspaceId: UUID,
  description: null,
  limitUsd: null,
  resetInterval: null,
  allowedModels: null,
  ignoredModels: null,
  allowedProviders: null,
  ignoredProviders: null,
  enforceZdr: null,
  enforceZdrAnthropic: null,
  enforceZdrGoogle: null,
  enforceZdrOpenai: null,
  enforceZdrOther: null,
  contentFilters: null,
  contentFilterBuiltins: null,
  createdAt: TIME,
  updatedAt: null,
  ...newer({
    includeByokInBudgets: false,
    allowedDataRegions: null,
    enableFreeModelPublication: null,
    enableFreeModelTraining: null,
    enablePaidModelTraining: null,
    enforceZdrXai: null
  }),
  ...fields
})

export const aWorkspace = ({ newer }: Walk, fields: object) => ({
  id: UUID,
  description: null,
  createdAt: TIME,
  updatedAt: null,
  createdBy: "owner",
  defaultImageModel: null,
  defaultProviderSort: null,
  defaultTextModel: null,
  ioLoggingApiKeyIds: null,
  ioLoggingSamplingRate: 1,
  isDataDiscountLoggingEnabled: false,
  isObservabilityBroadcastEnabled: false,
  isObservabilityIoLoggingEnabled: false,
  ...newer({
    defaultGuardrailId: "00000000-0000-0000-0000-000000000000",
    disabledServerTools: null,
    includeByokInBudgets: false
  }),
  ...fields
})

export const aPreset = (fields: object) => ({
  id: UUID,
  name: "Support",
  slug: "support",
  description: null,
  designatedVersionId: UUID,
  status: "active",
  statusUpdatedAt: null,
  workspaceId: UUID,
  creatorUserId: "owner",
  createdAt: TIME,
  updatedAt: TIME,
  ...fields
})

export const aVersion = {
  id: UUID,
  presetId: UUID,
  creatorId: "owner",
  version: 1,
  systemPrompt: null,
  config: { temperature: 0.2 },
  createdAt: TIME,
  updatedAt: TIME
}
