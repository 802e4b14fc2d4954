import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"

// BIGINT, BOOLEAN and TEXT mean the same in SQLite, by affinity, and elsewhere. Amounts are nano-dollars, times are
// milliseconds since 1970, lists are JSON. Every index begins as the WHERE of a statement and ends as its ORDER BY.
const tables = (bytes: "BLOB" | "BYTEA") => [
  `CREATE TABLE tollgate_meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)`,

  `CREATE TABLE organizations (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  owner_user_id TEXT NOT NULL,
  default_workspace_id TEXT NOT NULL,
  preset_count BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL
)`,
  `CREATE TABLE organization_members (
  id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (organization_id, user_id)
)`,

  `CREATE TABLE workspaces (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  member_count BIGINT NOT NULL DEFAULT 0,
  preset_count BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT,
  created_by TEXT,
  UNIQUE (organization_id, slug)
)`,
  `CREATE TABLE workspace_members (
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
)`,
  `CREATE INDEX workspace_members_oldest_first
  ON workspace_members (organization_id, workspace_id, created_at, id)`,

  `CREATE TABLE api_keys (
  hash TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  creator_user_id TEXT NOT NULL,
  is_management BOOLEAN NOT NULL,
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  disabled BOOLEAN NOT NULL,
  "limit" BIGINT,
  limit_reset TEXT,
  include_byok_in_limit BOOLEAN NOT NULL,
  windows_daily TEXT NOT NULL,
  windows_weekly TEXT NOT NULL,
  windows_monthly TEXT NOT NULL,
  usage_total BIGINT NOT NULL,
  usage_daily BIGINT NOT NULL,
  usage_weekly BIGINT NOT NULL,
  usage_monthly BIGINT NOT NULL,
  byok_total BIGINT NOT NULL,
  byok_daily BIGINT NOT NULL,
  byok_weekly BIGINT NOT NULL,
  byok_monthly BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  expires_at BIGINT
)`,
  `CREATE INDEX api_keys_management ON api_keys (organization_id) WHERE is_management`,

  `CREATE TABLE authorization_codes (
  hash TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT,
  created_by TEXT NOT NULL,
  callback_url TEXT NOT NULL,
  code_challenge TEXT,
  code_challenge_method TEXT,
  key_name TEXT NOT NULL,
  key_limit BIGINT,
  key_limit_reset TEXT,
  key_expires_at BIGINT,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  failures BIGINT NOT NULL,
  redeemed_at BIGINT,
  redeemed_key_hash TEXT
)`,

  `CREATE TABLE byok_credentials (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  sealed ${bytes} NOT NULL,
  label TEXT NOT NULL,
  name TEXT,
  disabled BOOLEAN NOT NULL,
  is_fallback BOOLEAN NOT NULL,
  allowed_models TEXT,
  allowed_api_key_hashes TEXT,
  allowed_user_ids TEXT,
  sort_order BIGINT NOT NULL,
  created_at BIGINT NOT NULL
)`,
  `CREATE INDEX byok_credentials_in_order
  ON byok_credentials (organization_id, workspace_id, provider, sort_order)`,

  `CREATE TABLE guardrails (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  limit_usd BIGINT,
  reset_interval TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT
)`,
  `CREATE TABLE guardrail_members (
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  guardrail_id TEXT NOT NULL REFERENCES guardrails (id) ON DELETE CASCADE,
  assigned_by TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
)`,
  `CREATE INDEX guardrail_members_by_guardrail ON guardrail_members (guardrail_id, user_id)`,

  `CREATE TABLE presets (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  designated_version_id TEXT NOT NULL,
  status TEXT NOT NULL,
  status_updated_at BIGINT,
  creator_user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  UNIQUE (organization_id, slug)
)`,
  `CREATE INDEX presets_newest_first ON presets (organization_id, updated_at DESC, id)`,
  `CREATE INDEX presets_of_workspace_newest_first ON presets (organization_id, workspace_id, updated_at DESC, id)`,
  `CREATE TABLE preset_versions (
  id TEXT NOT NULL PRIMARY KEY,
  organization_id TEXT NOT NULL,
  preset_id TEXT NOT NULL REFERENCES presets (id) ON DELETE CASCADE,
  version BIGINT NOT NULL,
  creator_user_id TEXT NOT NULL,
  system_prompt TEXT,
  config TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (preset_id, version)
)`,

  `CREATE TABLE image_catalogs (organization_id TEXT NOT NULL PRIMARY KEY, models TEXT NOT NULL)`
]

/** Everything that an account is made of. */
export const accounts = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const statements = sql.onDialectOrElse({ pg: () => tables("BYTEA"), orElse: () => tables("BLOB") })
  return Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
