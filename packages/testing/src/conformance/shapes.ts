import { activityRow, budget, hold, holdCorrection, keyBudget, rate, tokenRates } from "./spendingShapes.js"
import { allowList, amount, flag, text, texts, time, uuid } from "./values.js"

const updatedApiKey = {
  hash: { $matches: "^[0-9a-f]{64}$" },
  name: text,
  label: text,
  disabled: flag,
  limit: { $nullOr: amount },
  limit_remaining: { $nullOr: amount },
  limit_reset: { $oneOf: ["daily", "weekly", "monthly", null] },
  include_byok_in_limit: flag,
  usage: amount,
  usage_daily: amount,
  usage_weekly: amount,
  usage_monthly: amount,
  byok_usage: amount,
  byok_usage_daily: amount,
  byok_usage_weekly: amount,
  byok_usage_monthly: amount,
  created_at: time,
  updated_at: time,
  expires_at: { $nullOr: time },
  creator_user_id: text,
  workspace_id: uuid
}

const apiKey = {
  ...updatedApiKey,
  is_management_key: flag,
  metadata: { $type: "object" },
  external_id: { $nullOr: text },
  created_by: { $nullOr: text },
  last_used_at: { $nullOr: time }
}

const slugs = { $nullOr: texts }

const preset = {
  id: uuid,
  name: text,
  slug: text,
  description: { $nullOr: text },
  designated_version_id: uuid,
  status: text,
  status_updated_at: { $nullOr: time },
  workspace_id: uuid,
  creator_user_id: text,
  created_at: time,
  updated_at: time
}

const presetVersion = {
  id: uuid,
  preset_id: uuid,
  creator_id: text,
  version: { $type: "integer" },
  system_prompt: { $nullOr: text },
  config: { $type: "object" },
  created_at: time
}

/** The records of the contract, field by field, as `$shape` names them. */
export const shapes: Readonly<Record<string, unknown>> = {
  ByokKey: {
    id: uuid,
    provider: { $matches: "^[a-z0-9]+(-[a-z0-9]+)*$" },
    workspace_id: uuid,
    label: text,
    name: { $missingOr: { $nullOr: text } },
    disabled: flag,
    is_fallback: flag,
    allowed_models: allowList,
    allowed_api_key_hashes: allowList,
    allowed_user_ids: allowList,
    sort_order: { $type: "integer" },
    created_at: time
  },
  ApiKey: apiKey,
  UpdatedApiKey: updatedApiKey,
  CurrentApiKey: { ...apiKey, budgets: { $each: keyBudget } },
  Hold: hold,
  HoldCorrection: holdCorrection,
  /** By day, as it is unless other groups are stated. */
  ActivityRow: activityRow,
  Budget: budget,
  RefusingBudget: {
    ...budget,
    id: text,
    asked: amount,
    holds: { $type: "integer" },
    earliest_lease_end: { $nullOr: time }
  },
  CredentialPlan: {
    credentials: {
      $each: { id: { $nullOr: uuid }, provider: { $nullOr: text }, name: { $nullOr: text }, label: { $nullOr: text } }
    },
    left_out: {
      $each: {
        id: { $nullOr: uuid },
        reason: { $oneOf: ["disabled", "model", "key", "user", "provider", "budget"] }
      }
    }
  },
  KeyHolder: {
    kind: "ordinary",
    organization_id: uuid,
    workspace_id: uuid,
    user_id: text,
    key: { ...apiKey, is_management_key: false }
  },
  Guardrail: {
    id: uuid,
    workspace_id: uuid,
    name: text,
    description: { $nullOr: text },
    limit_usd: { $nullOr: amount },
    reset_interval: { $oneOf: ["daily", "weekly", "monthly", null] },
    allowed_models: slugs,
    ignored_models: slugs,
    allowed_providers: slugs,
    ignored_providers: slugs,
    enforce_zdr: { $nullOr: flag },
    include_byok_in_budgets: flag,
    created_at: time,
    updated_at: { $nullOr: time }
  },
  MemberAssignment: {
    id: uuid,
    user_id: text,
    organization_id: uuid,
    guardrail_id: uuid,
    assigned_by: { $nullOr: text },
    created_at: time
  },
  KeyAssignment: {
    id: uuid,
    key_hash: { $matches: "^[0-9a-f]{64}$" },
    key_name: text,
    key_label: text,
    guardrail_id: uuid,
    assigned_by: { $nullOr: text },
    created_at: time
  },
  Organization: {
    id: uuid,
    name: text,
    owner_user_id: text,
    default_workspace_id: uuid,
    created_at: time,
    default_key_limit: { $nullOr: amount }
  },
  Workspace: {
    id: uuid,
    slug: { $matches: "^[a-z0-9]+(-[a-z0-9]+)*$" },
    name: text,
    description: { $nullOr: text },
    created_at: time,
    updated_at: { $nullOr: time },
    created_by: { $nullOr: text }
  },
  PooledBudget: {
    interval: { $oneOf: ["daily", "weekly", "monthly", "lifetime"] },
    limit_usd: { $type: "number" },
    spent_usd: { $type: "number" },
    held_usd: { $type: "number" },
    unknown_usd: { $type: "number" },
    remaining_usd: { $type: "number" },
    resets_at: { $nullOr: time }
  },
  OrganizationMember: { id: uuid, user_id: text, role: { $oneOf: ["admin", "member"] }, created_at: time },
  WorkspaceMember: {
    id: uuid,
    user_id: text,
    workspace_id: uuid,
    role: { $oneOf: ["admin", "member"] },
    created_at: time
  },
  Preset: preset,
  PresetVersion: presetVersion,
  PresetWithVersion: { ...preset, designated_version: presetVersion },
  ImageModel: {
    id: { $matches: "^[^/]+/.+$" },
    name: text,
    description: text,
    created: { $type: "integer" },
    architecture: { input_modalities: texts, output_modalities: texts },
    endpoints: { $matches: "/images/models/.+/endpoints$" },
    supported_parameters: { $type: "object" },
    supports_streaming: flag
  },
  AuditEntry: {
    seq: { $type: "integer" },
    created_at: time,
    action: text,
    object: { $nullOr: text },
    actor_kind: { $oneOf: ["management", "host"] },
    actor_hash: { $nullOr: { $matches: "^[0-9a-f]{64}$" } },
    actor_user_id: { $nullOr: text },
    changes: { $any: true },
    secrets: texts,
    request_id: { $nullOr: text },
    address: { $nullOr: text },
    hash: { $matches: "^[0-9a-f]{64}$" }
  },
  RateCard: {
    provider: text,
    model: text,
    aliases: texts,
    effective_from: { $nullOr: time },
    effective_until: { $nullOr: time },
    rates: { input: amount, output: amount, ...tokenRates, request: rate, image: rate },
    tiers: { $each: { above: { $type: "integer" }, input: rate, output: rate, ...tokenRates } }
  }
}
