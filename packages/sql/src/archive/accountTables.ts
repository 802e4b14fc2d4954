import type { ArchivedTable } from "./ArchivedTable.js"

const inWorkspace = { organization_id: "text", workspace_id: "text" } as const
const assigned = { guardrail_id: "text", assigned_by: "text?", created_at: "integer" } as const

/** Organizations, their keys, and all that is set for them. */
export const accountTables: ReadonlyArray<ArchivedTable> = [
  {
    name: "organizations",
    key: ["id"],
    of: "id = ?",
    columns: {
      id: "text",
      name: "text",
      owner_user_id: "text",
      default_workspace_id: "text",
      created_at: "integer"
    }
  },
  {
    name: "organization_members",
    key: ["organization_id", "user_id"],
    columns: { id: "text", organization_id: "text", user_id: "text", role: "text", created_at: "integer" }
  },
  {
    name: "workspaces",
    key: ["id"],
    columns: {
      id: "text",
      organization_id: "text",
      slug: "text",
      name: "text",
      description: "text?",
      created_at: "integer",
      updated_at: "integer?",
      created_by: "text?"
    }
  },
  {
    name: "workspace_members",
    key: ["workspace_id", "user_id"],
    columns: { ...inWorkspace, user_id: "text", id: "text", created_at: "integer" }
  },
  {
    name: "api_keys",
    key: ["id"],
    isNumbered: true,
    columns: {
      id: "integer",
      hash: "text",
      ...inWorkspace,
      creator_user_id: "text",
      is_management: "flag",
      name: "text",
      label: "text",
      disabled: "flag",
      limit: "amount?",
      limit_reset: "text?",
      include_byok_in_limit: "flag",
      created_at: "integer",
      updated_at: "integer",
      expires_at: "integer?",
      metadata: "json",
      external_id: "text?",
      created_by: "text?",
      last_used_at: "integer?"
    }
  },
  {
    name: "key_secrets",
    key: ["secret_hash"],
    of: "key_id IN (SELECT id FROM api_keys WHERE organization_id = ?)",
    isFilled: true,
    columns: { secret_hash: "text", key_id: "integer", until: "integer?" }
  },
  { name: "key_prefixes", key: ["organization_id", "prefix"], columns: { organization_id: "text", prefix: "text" } },
  {
    name: "gateway_keys",
    key: ["hash"],
    columns: { hash: "text", label: "text", organization_id: "text?", created_at: "integer" }
  },
  {
    name: "byok_credentials",
    key: ["id"],
    columns: {
      id: "text",
      ...inWorkspace,
      provider: "text",
      sealed: "bytes",
      label: "text",
      name: "text?",
      disabled: "flag",
      is_fallback: "flag",
      sort_order: "integer",
      created_at: "integer",
      allowed_models: "json?",
      allowed_api_key_hashes: "json?",
      allowed_user_ids: "json?"
    }
  },
  {
    name: "guardrails",
    key: ["id"],
    columns: {
      id: "text",
      ...inWorkspace,
      name: "text",
      description: "text?",
      limit_usd: "amount?",
      reset_interval: "text?",
      created_at: "integer",
      updated_at: "integer?",
      enforce_zdr: "flag?",
      include_byok_in_budgets: "flag",
      allowed_models: "json?",
      ignored_models: "json?",
      allowed_providers: "json?",
      ignored_providers: "json?"
    }
  },
  {
    name: "guardrail_members",
    key: ["workspace_id", "user_id"],
    columns: { id: "text", ...inWorkspace, user_id: "text", ...assigned }
  },
  {
    name: "guardrail_key_assignments",
    key: ["id"],
    columns: { id: "text", ...inWorkspace, key_hash: "text", ...assigned }
  },
  {
    name: "presets",
    key: ["id"],
    columns: {
      id: "text",
      ...inWorkspace,
      slug: "text",
      name: "text",
      description: "text?",
      designated_version_id: "text",
      status: "text",
      status_updated_at: "integer?",
      creator_user_id: "text",
      created_at: "integer",
      updated_at: "integer"
    }
  },
  {
    name: "preset_versions",
    key: ["id"],
    page: 100,
    columns: {
      id: "text",
      organization_id: "text",
      preset_id: "text",
      version: "integer",
      creator_user_id: "text",
      system_prompt: "text?",
      config: "json",
      created_at: "integer"
    }
  },
  {
    name: "image_catalogs",
    key: ["organization_id"],
    page: 5,
    columns: { organization_id: "text", version: "text", models: "json" }
  },
  {
    name: "price_versions",
    key: ["provider", "name", "valid_from"],
    columns: {
      provider: "text",
      name: "text",
      is_alias: "flag",
      valid_from: "integer",
      valid_until: "integer",
      replaced_at: "integer?",
      version: "text",
      card: "json"
    }
  }
]
