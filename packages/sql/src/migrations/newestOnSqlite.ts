// Written by `npm run generate` from the migrations.

const INSTANT = "BETWEEN -8640000000000000 AND 8640000000000000"
const UUID = [8, 4, 4, 4, 12].map((digits) => "[0-9a-f]".repeat(digits)).join("-")

/** The statements that create the schema of this version in a new SQLite file. A test compares it with what the migrations make. */
export const newestOnSqlite: ReadonlyArray<string> = [
  `CREATE TABLE tollgate_migrations (
  migration_id INTEGER NOT NULL PRIMARY KEY,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name VARCHAR(255) NOT NULL
, checksum TEXT)`,
  `CREATE TABLE tollgate_meta (
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  value TEXT NOT NULL,
  PRIMARY KEY (name)
) STRICT`,
  `CREATE TABLE organizations (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  owner_user_id TEXT NOT NULL CHECK (length(owner_user_id) BETWEEN 1 AND 255),
  default_workspace_id TEXT NOT NULL CHECK (default_workspace_id GLOB '${UUID}'),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (id)
) STRICT`,
  `CREATE TABLE organization_members (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 255),
  role TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (organization_id, user_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
) STRICT`,
  `CREATE TABLE workspaces (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 50 AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug GLOB '[^-]*' AND slug GLOB '*[^-]'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description TEXT CHECK (length(description) BETWEEN 1 AND 500),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  updated_at INTEGER CHECK (updated_at ${INSTANT}),
  created_by TEXT CHECK (length(created_by) BETWEEN 1 AND 255),
  PRIMARY KEY (id),
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, slug),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
) STRICT`,
  `CREATE TABLE workspace_members (
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 255),
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (workspace_id, user_id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)
) STRICT`,
  `CREATE INDEX workspace_members_oldest_first ON workspace_members (organization_id, workspace_id, created_at, id)`,
  `CREATE INDEX workspace_members_of_user ON workspace_members (organization_id, user_id)`,
  `CREATE TABLE authorization_codes (
  hash TEXT NOT NULL CHECK (hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  user_id TEXT CHECK (length(user_id) BETWEEN 1 AND 255),
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 255),
  callback_url TEXT NOT NULL CHECK (length(callback_url) BETWEEN 1 AND 2048),
  code_challenge TEXT CHECK (length(code_challenge) BETWEEN 43 AND 128),
  code_challenge_method TEXT CHECK (code_challenge_method IN ('S256', 'plain')),
  key_name TEXT NOT NULL CHECK (length(key_name) BETWEEN 1 AND 255),
  key_limit INTEGER CHECK (key_limit >= 0),
  key_limit_reset TEXT CHECK (key_limit_reset IN ('daily', 'weekly', 'monthly')),
  key_expires_at INTEGER CHECK (key_expires_at ${INSTANT}),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  expires_at INTEGER NOT NULL CHECK (expires_at ${INSTANT}),
  failures INTEGER NOT NULL CHECK (failures BETWEEN 0 AND 9007199254740991),
  redeemed_at INTEGER CHECK (redeemed_at ${INSTANT}),
  redeemed_key_hash TEXT CHECK (redeemed_key_hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (hash),
  CHECK ((code_challenge IS NULL) = (code_challenge_method IS NULL)),
  CHECK ((redeemed_at IS NULL) = (redeemed_key_hash IS NULL)),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)
) STRICT`,
  `CREATE INDEX authorization_codes_of_workspace ON authorization_codes (organization_id, workspace_id)`,
  `CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at)`,
  `CREATE TABLE byok_credentials (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 255),
  sealed BLOB NOT NULL CHECK (length(sealed) > 0),
  label TEXT NOT NULL,
  name TEXT CHECK (length(name) BETWEEN 1 AND 255),
  disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  is_fallback INTEGER NOT NULL CHECK (is_fallback IN (0, 1)),
  sort_order INTEGER NOT NULL CHECK (sort_order BETWEEN 0 AND 9007199254740991),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}), allowed_models TEXT
  CHECK (allowed_models IS NULL OR (json_valid(allowed_models) AND json_type(allowed_models) = 'array')), allowed_api_key_hashes TEXT
  CHECK (allowed_api_key_hashes IS NULL OR (json_valid(allowed_api_key_hashes) AND json_type(allowed_api_key_hashes) = 'array')), allowed_user_ids TEXT
  CHECK (allowed_user_ids IS NULL OR (json_valid(allowed_user_ids) AND json_type(allowed_user_ids) = 'array')),
  PRIMARY KEY (id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)
) STRICT`,
  `CREATE TABLE guardrails (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  description TEXT CHECK (length(description) BETWEEN 1 AND 1000),
  limit_usd INTEGER CHECK (limit_usd >= 0),
  reset_interval TEXT CHECK (reset_interval IN ('daily', 'weekly', 'monthly')),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  updated_at INTEGER CHECK (updated_at ${INSTANT}), enforce_zdr INTEGER CHECK (enforce_zdr IN (0, 1)), include_byok_in_budgets INTEGER NOT NULL CHECK (include_byok_in_budgets IN (0, 1)) DEFAULT FALSE, allowed_models TEXT
  CHECK (allowed_models IS NULL OR (json_valid(allowed_models) AND json_type(allowed_models) = 'array')), ignored_models TEXT
  CHECK (ignored_models IS NULL OR (json_valid(ignored_models) AND json_type(ignored_models) = 'array')), allowed_providers TEXT
  CHECK (allowed_providers IS NULL OR (json_valid(allowed_providers) AND json_type(allowed_providers) = 'array')), ignored_providers TEXT
  CHECK (ignored_providers IS NULL OR (json_valid(ignored_providers) AND json_type(ignored_providers) = 'array')),
  PRIMARY KEY (id),
  UNIQUE (organization_id, workspace_id, id),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)
) STRICT`,
  `CREATE TABLE presets (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 50 AND slug NOT GLOB '*[^a-z0-9-]*' AND slug NOT GLOB '*--*' AND slug GLOB '[^-]*' AND slug GLOB '*[^-]'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  description TEXT CHECK (length(description) BETWEEN 1 AND 1000),
  designated_version_id TEXT NOT NULL CHECK (designated_version_id GLOB '${UUID}'),
  status TEXT NOT NULL CHECK (length(status) BETWEEN 1 AND 50),
  status_updated_at INTEGER CHECK (status_updated_at ${INSTANT}),
  creator_user_id TEXT NOT NULL CHECK (length(creator_user_id) BETWEEN 1 AND 255),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  updated_at INTEGER NOT NULL CHECK (updated_at ${INSTANT}),
  PRIMARY KEY (id),
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, slug),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)
) STRICT`,
  `CREATE INDEX presets_newest_first ON presets (organization_id, updated_at DESC, id)`,
  `CREATE INDEX presets_of_workspace_newest_first ON presets (organization_id, workspace_id, updated_at DESC, id)`,
  `CREATE TABLE preset_versions (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  preset_id TEXT NOT NULL CHECK (preset_id GLOB '${UUID}'),
  version INTEGER NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
  creator_user_id TEXT NOT NULL CHECK (length(creator_user_id) BETWEEN 1 AND 255),
  system_prompt TEXT,
  config TEXT NOT NULL CHECK (json_valid(config) AND json_type(config) = 'object'),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (id),
  UNIQUE (organization_id, preset_id, version),
  FOREIGN KEY (organization_id, preset_id) REFERENCES presets (organization_id, id) ON DELETE CASCADE
) STRICT`,
  `CREATE TABLE image_catalogs (
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  version TEXT NOT NULL,
  models TEXT NOT NULL CHECK (json_valid(models) AND json_type(models) = 'array'),
  PRIMARY KEY (organization_id),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
) STRICT`,
  `CREATE TABLE list_sizes (
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  list TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (organization_id, list)
) STRICT`,
  `CREATE INDEX byok_credentials_by_provider ON byok_credentials (organization_id, provider, sort_order, id)`,
  `CREATE INDEX byok_credentials_of_workspace
  ON byok_credentials (organization_id, workspace_id, provider, sort_order, id)`,
  `CREATE TRIGGER byok_credentials_added AFTER INSERT ON byok_credentials WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'credentials', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'credentials for ' || NEW.provider, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'credentials of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'credentials of ' || NEW.workspace_id || ' for ' || NEW.provider, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER byok_credentials_deleted AFTER DELETE ON byok_credentials WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'credentials' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'credentials' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'credentials for ' || OLD.provider AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'credentials for ' || OLD.provider AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'credentials of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'credentials of ' || OLD.workspace_id AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'credentials of ' || OLD.workspace_id || ' for ' || OLD.provider AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'credentials of ' || OLD.workspace_id || ' for ' || OLD.provider AND size = 0;
END`,
  `CREATE INDEX guardrails_newest_first ON guardrails (organization_id, created_at DESC, id)`,
  `CREATE TABLE guardrail_members (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  user_id TEXT NOT NULL CHECK (length(user_id) BETWEEN 1 AND 255),
  guardrail_id TEXT NOT NULL CHECK (guardrail_id GLOB '${UUID}'),
  assigned_by TEXT CHECK (length(assigned_by) BETWEEN 1 AND 255),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (workspace_id, user_id),
  FOREIGN KEY (organization_id, workspace_id, guardrail_id)
    REFERENCES guardrails (organization_id, workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)
) STRICT`,
  `CREATE INDEX guardrail_members_newest_first
  ON guardrail_members (organization_id, guardrail_id, created_at DESC, id)`,
  `CREATE INDEX guardrail_members_by_guardrail ON guardrail_members (guardrail_id, user_id)`,
  `CREATE INDEX guardrail_members_of_user ON guardrail_members (organization_id, user_id)`,
  `CREATE TRIGGER guardrails_added AFTER INSERT ON guardrails WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'guardrails', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER guardrails_deleted AFTER DELETE ON guardrails WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'guardrails' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'guardrails' AND size = 0;
END`,
  `CREATE TRIGGER guardrail_members_added AFTER INSERT ON guardrail_members WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'members of ' || NEW.guardrail_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER guardrail_members_deleted AFTER DELETE ON guardrail_members WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'members of ' || OLD.guardrail_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'members of ' || OLD.guardrail_id AND size = 0;
END`,
  `CREATE TRIGGER guardrail_members_moved AFTER UPDATE OF guardrail_id ON guardrail_members WHEN OLD.guardrail_id IS DISTINCT FROM NEW.guardrail_id BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'members of ' || OLD.guardrail_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'members of ' || OLD.guardrail_id AND size = 0;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'members of ' || NEW.guardrail_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE INDEX workspaces_newest_first ON workspaces (organization_id, created_at DESC, id)`,
  `CREATE TRIGGER workspaces_added AFTER INSERT ON workspaces WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'workspaces', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER workspaces_deleted AFTER DELETE ON workspaces WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'workspaces' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'workspaces' AND size = 0;
END`,
  `CREATE INDEX organizations_by_name ON organizations (name, id)`,
  `CREATE INDEX organization_members_newest_first ON organization_members (organization_id, created_at DESC, id)`,
  `CREATE TRIGGER organization_members_added AFTER INSERT ON organization_members WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'members', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER organization_members_deleted AFTER DELETE ON organization_members WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'members' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'members' AND size = 0;
END`,
  `CREATE INDEX guardrails_of_workspace_newest_first
  ON guardrails (organization_id, workspace_id, created_at DESC, id)`,
  `CREATE TRIGGER guardrails_of_workspace_added AFTER INSERT ON guardrails WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'guardrails of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER guardrails_of_workspace_deleted AFTER DELETE ON guardrails WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'guardrails of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'guardrails of ' || OLD.workspace_id AND size = 0;
END`,
  `CREATE TRIGGER presets_added AFTER INSERT ON presets WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'presets', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'presets of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER presets_deleted AFTER DELETE ON presets WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'presets' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'presets' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'presets of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'presets of ' || OLD.workspace_id AND size = 0;
END`,
  `CREATE TRIGGER workspace_members_added AFTER INSERT ON workspace_members WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'workspace members of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER workspace_members_deleted AFTER DELETE ON workspace_members WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'workspace members of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'workspace members of ' || OLD.workspace_id AND size = 0;
END`,
  `CREATE TABLE api_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL CHECK (hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  creator_user_id TEXT NOT NULL CHECK (length(creator_user_id) BETWEEN 1 AND 255),
  is_management INTEGER NOT NULL CHECK (is_management IN (0, 1)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  label TEXT NOT NULL,
  disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
  "limit" INTEGER CHECK ("limit" >= 0),
  limit_reset TEXT CHECK (limit_reset IN ('daily', 'weekly', 'monthly')),
  include_byok_in_limit INTEGER NOT NULL CHECK (include_byok_in_limit IN (0, 1)),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  updated_at INTEGER NOT NULL CHECK (updated_at ${INSTANT}),
  expires_at INTEGER CHECK (expires_at ${INSTANT}), metadata TEXT NOT NULL CHECK (json_valid(metadata) AND json_type(metadata) = 'object') DEFAULT '{}', external_id TEXT CHECK (length(external_id) BETWEEN 1 AND 255), created_by TEXT CHECK (length(created_by) BETWEEN 1 AND 255), last_used_at INTEGER CHECK (last_used_at ${INSTANT}),
  UNIQUE (hash),
  FOREIGN KEY (organization_id, workspace_id) REFERENCES workspaces (organization_id, id)
) STRICT`,
  `CREATE INDEX api_keys_management ON api_keys (organization_id) WHERE is_management`,
  `CREATE INDEX api_keys_newest_first ON api_keys (organization_id, created_at DESC, hash)`,
  `CREATE INDEX api_keys_of_workspace_newest_first ON api_keys (organization_id, workspace_id, created_at DESC, hash)`,
  `CREATE INDEX api_keys_enabled_newest_first ON api_keys (organization_id, created_at DESC, hash) WHERE NOT disabled`,
  `CREATE INDEX api_keys_enabled_of_workspace_newest_first
  ON api_keys (organization_id, workspace_id, created_at DESC, hash) WHERE NOT disabled`,
  `CREATE TRIGGER api_keys_first_management AFTER INSERT ON api_keys WHEN NEW.is_management BEGIN UPDATE tollgate_meta SET value = NEW.hash
  WHERE name = 'first_management_key' AND value = 'none'; END`,
  `CREATE TRIGGER api_keys_added AFTER INSERT ON api_keys WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'keys', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'keys of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'enabled keys', 1 WHERE NOT NEW.disabled
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'enabled keys of ' || NEW.workspace_id, 1 WHERE NOT NEW.disabled
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'keys' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'keys of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'keys of ' || OLD.workspace_id AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'enabled keys' AND NOT OLD.disabled;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'enabled keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'enabled keys of ' || OLD.workspace_id AND NOT OLD.disabled;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'enabled keys of ' || OLD.workspace_id AND size = 0;
END`,
  `CREATE TRIGGER api_keys_moved AFTER UPDATE OF disabled ON api_keys WHEN OLD.disabled IS DISTINCT FROM NEW.disabled BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'keys' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'keys of ' || OLD.workspace_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'keys of ' || OLD.workspace_id AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'enabled keys' AND NOT OLD.disabled;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'enabled keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'enabled keys of ' || OLD.workspace_id AND NOT OLD.disabled;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'enabled keys of ' || OLD.workspace_id AND size = 0;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'keys', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'keys of ' || NEW.workspace_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'enabled keys', 1 WHERE NOT NEW.disabled
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'enabled keys of ' || NEW.workspace_id, 1 WHERE NOT NEW.disabled
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TABLE key_secrets (
  secret_hash TEXT NOT NULL CHECK (secret_hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  key_id INTEGER NOT NULL CHECK (key_id BETWEEN 1 AND 9007199254740991),
  until INTEGER CHECK (until ${INSTANT}),
  PRIMARY KEY (secret_hash),
  FOREIGN KEY (key_id) REFERENCES api_keys (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID`,
  `CREATE INDEX key_secrets_of_key ON key_secrets (key_id)`,
  `CREATE TRIGGER api_keys_first_secret AFTER INSERT ON api_keys BEGIN INSERT INTO key_secrets (secret_hash, key_id) VALUES (NEW.hash, NEW.id); END`,
  `CREATE TABLE price_versions (
  provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 100),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  is_alias INTEGER NOT NULL CHECK (is_alias IN (0, 1)),
  valid_from INTEGER NOT NULL CHECK (valid_from ${INSTANT}),
  valid_until INTEGER NOT NULL CHECK (valid_until ${INSTANT}),
  replaced_at INTEGER CHECK (replaced_at ${INSTANT}),
  version TEXT NOT NULL,
  card TEXT NOT NULL CHECK (json_valid(card) AND json_type(card) = 'object'),
  PRIMARY KEY (provider, name, valid_from),
  CHECK (valid_from < valid_until)
) STRICT`,
  `CREATE INDEX price_versions_by_card ON price_versions (version)`,
  `CREATE INDEX price_versions_by_end ON price_versions (valid_until, is_alias)`,
  `CREATE TABLE gateway_keys (
  hash TEXT NOT NULL CHECK (hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  label TEXT NOT NULL,
  organization_id TEXT CHECK (organization_id GLOB '${UUID}'),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (hash),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
) STRICT`,
  `CREATE INDEX gateway_keys_newest_first ON gateway_keys (created_at DESC, hash)`,
  `CREATE INDEX gateway_keys_of_organization ON gateway_keys (organization_id)`,
  `CREATE TABLE spending_names (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  digest BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL
, unused_since INTEGER CHECK (unused_since ${INSTANT})) STRICT`,
  `CREATE TABLE spending_scopes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  kind TEXT NOT NULL CHECK (kind IN ('key', 'guardrail_key', 'guardrail_member', 'workspace', 'organization')),
  guardrail_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 9007199254740991),
  day INTEGER NOT NULL,
  ahead INTEGER,
  holds INTEGER NOT NULL CHECK (holds BETWEEN 0 AND 9007199254740991),
  include_byok INTEGER NOT NULL CHECK (include_byok IN (0, 1)),
  limit_total INTEGER,
  limit_daily INTEGER,
  limit_weekly INTEGER,
  limit_monthly INTEGER,
  own_spent_total INTEGER NOT NULL DEFAULT 0,
  own_spent_daily INTEGER NOT NULL DEFAULT 0,
  own_spent_weekly INTEGER NOT NULL DEFAULT 0,
  own_spent_monthly INTEGER NOT NULL DEFAULT 0,
  own_held_total INTEGER NOT NULL DEFAULT 0,
  own_held_daily INTEGER NOT NULL DEFAULT 0,
  own_held_weekly INTEGER NOT NULL DEFAULT 0,
  own_held_monthly INTEGER NOT NULL DEFAULT 0,
  own_unknown_total INTEGER NOT NULL DEFAULT 0,
  own_unknown_daily INTEGER NOT NULL DEFAULT 0,
  own_unknown_weekly INTEGER NOT NULL DEFAULT 0,
  own_unknown_monthly INTEGER NOT NULL DEFAULT 0,
  byok_spent_total INTEGER NOT NULL DEFAULT 0,
  byok_spent_daily INTEGER NOT NULL DEFAULT 0,
  byok_spent_weekly INTEGER NOT NULL DEFAULT 0,
  byok_spent_monthly INTEGER NOT NULL DEFAULT 0,
  byok_held_total INTEGER NOT NULL DEFAULT 0,
  byok_held_daily INTEGER NOT NULL DEFAULT 0,
  byok_held_weekly INTEGER NOT NULL DEFAULT 0,
  byok_held_monthly INTEGER NOT NULL DEFAULT 0,
  byok_unknown_total INTEGER NOT NULL DEFAULT 0,
  byok_unknown_daily INTEGER NOT NULL DEFAULT 0,
  byok_unknown_weekly INTEGER NOT NULL DEFAULT 0,
  byok_unknown_monthly INTEGER NOT NULL DEFAULT 0,
  own_opening_total INTEGER NOT NULL DEFAULT 0,
  own_opening_daily INTEGER NOT NULL DEFAULT 0,
  own_opening_weekly INTEGER NOT NULL DEFAULT 0,
  own_opening_monthly INTEGER NOT NULL DEFAULT 0,
  byok_opening_total INTEGER NOT NULL DEFAULT 0,
  byok_opening_daily INTEGER NOT NULL DEFAULT 0,
  byok_opening_weekly INTEGER NOT NULL DEFAULT 0,
  byok_opening_monthly INTEGER NOT NULL DEFAULT 0, opening_day INTEGER NOT NULL DEFAULT 0,
  UNIQUE (organization_id, subject, kind, guardrail_id)
) STRICT`,
  `CREATE INDEX spending_scopes_of_guardrail ON spending_scopes (organization_id, guardrail_id, id)
  WHERE guardrail_id <> ''`,
  `CREATE TABLE spending_holds (
  id BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
  organization INTEGER NOT NULL,
  workspace INTEGER NOT NULL,
  api_key INTEGER NOT NULL,
  member INTEGER NOT NULL,
  request INTEGER NOT NULL,
  labels INTEGER,
  instance INTEGER,
  outcome INTEGER,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
  asked INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  cost INTEGER,
  is_byok INTEGER NOT NULL CHECK (is_byok IN (0, 1)),
  flags INTEGER NOT NULL,
  lease_seconds INTEGER NOT NULL,
  day INTEGER NOT NULL,
  parts TEXT,
  scopes TEXT NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  opened_at INTEGER NOT NULL CHECK (opened_at ${INSTANT}),
  sent_at INTEGER CHECK (sent_at ${INSTANT}),
  lease_ends_at INTEGER NOT NULL CHECK (lease_ends_at ${INSTANT}),
  ended_at INTEGER CHECK (ended_at ${INSTANT})
, variant INTEGER, corrections INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID`,
  `CREATE INDEX spending_holds_leases ON spending_holds (lease_ends_at) WHERE state = 0`,
  `CREATE INDEX spending_holds_leases_of_key ON spending_holds (api_key, lease_ends_at) WHERE state = 0`,
  `CREATE UNIQUE INDEX api_keys_of_workspace ON api_keys (organization_id, workspace_id, hash)`,
  `CREATE TABLE guardrail_key_assignments (
  id TEXT NOT NULL CHECK (id GLOB '${UUID}'),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  workspace_id TEXT NOT NULL CHECK (workspace_id GLOB '${UUID}'),
  key_hash TEXT NOT NULL CHECK (key_hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  guardrail_id TEXT NOT NULL CHECK (guardrail_id GLOB '${UUID}'),
  assigned_by TEXT CHECK (length(assigned_by) BETWEEN 1 AND 255),
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  PRIMARY KEY (id),
  UNIQUE (workspace_id, key_hash),
  FOREIGN KEY (organization_id, workspace_id, guardrail_id)
    REFERENCES guardrails (organization_id, workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, workspace_id, key_hash)
    REFERENCES api_keys (organization_id, workspace_id, hash) ON DELETE CASCADE
) STRICT`,
  `CREATE INDEX guardrail_key_assignments_newest_first
  ON guardrail_key_assignments (organization_id, created_at DESC, id)`,
  `CREATE INDEX guardrail_key_assignments_of_guardrail
  ON guardrail_key_assignments (organization_id, guardrail_id, created_at DESC, id)`,
  `CREATE INDEX guardrail_key_assignments_by_guardrail ON guardrail_key_assignments (guardrail_id, key_hash)`,
  `CREATE TRIGGER guardrail_key_assignments_added AFTER INSERT ON guardrail_key_assignments WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned keys', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned keys of ' || NEW.guardrail_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER guardrail_key_assignments_deleted AFTER DELETE ON guardrail_key_assignments WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned keys' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned keys of ' || OLD.guardrail_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned keys of ' || OLD.guardrail_id AND size = 0;
END`,
  `CREATE TRIGGER guardrail_key_assignments_moved AFTER UPDATE OF guardrail_id ON guardrail_key_assignments WHEN OLD.guardrail_id IS DISTINCT FROM NEW.guardrail_id BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned keys' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned keys' AND size = 0;
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned keys of ' || OLD.guardrail_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned keys of ' || OLD.guardrail_id AND size = 0;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned keys', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned keys of ' || NEW.guardrail_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TABLE spending_days (
  organization INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (organization, day)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE spending_sums (
  organization INTEGER NOT NULL,
  day INTEGER NOT NULL,
  api_key INTEGER NOT NULL,
  pruned INTEGER NOT NULL,
  workspace INTEGER NOT NULL,
  member INTEGER NOT NULL,
  request INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  labels INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  byok_cost INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (organization, day, api_key, pruned, workspace, member, request, outcome, labels)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE spending_corrections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hold BLOB NOT NULL CHECK (length(hold) = 16),
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  replaced_cost INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  reason TEXT NOT NULL,
  corrected_by TEXT CHECK (corrected_by GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  corrected_at INTEGER NOT NULL CHECK (corrected_at ${INSTANT})
) STRICT`,
  `CREATE INDEX spending_corrections_of_hold ON spending_corrections (hold, id)`,
  `CREATE INDEX spending_holds_newest_first ON spending_holds (organization, opened_at, id DESC)`,
  `CREATE INDEX spending_holds_of_key_newest_first ON spending_holds (api_key, opened_at, id DESC)`,
  `CREATE INDEX guardrail_members_of_organization ON guardrail_members (organization_id, created_at DESC, id)`,
  `CREATE TRIGGER guardrail_assigned_members_added AFTER INSERT ON guardrail_members WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned members', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER guardrail_assigned_members_deleted AFTER DELETE ON guardrail_members WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned members' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned members' AND size = 0;
END`,
  `CREATE TRIGGER guardrail_assigned_members_moved AFTER UPDATE OF guardrail_id ON guardrail_members WHEN OLD.guardrail_id IS DISTINCT FROM NEW.guardrail_id BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'assigned members' AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'assigned members' AND size = 0;
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'assigned members', 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER preset_versions_added AFTER INSERT ON preset_versions WHEN TRUE BEGIN
  INSERT INTO list_sizes (organization_id, list, size) SELECT NEW.organization_id, 'versions of ' || NEW.preset_id, 1 WHERE TRUE
  ON CONFLICT (organization_id, list) DO UPDATE SET size = list_sizes.size + 1;
END`,
  `CREATE TRIGGER preset_versions_deleted AFTER DELETE ON preset_versions WHEN TRUE BEGIN
  UPDATE list_sizes SET size = size - 1 WHERE organization_id = OLD.organization_id AND list = 'versions of ' || OLD.preset_id AND TRUE;
  DELETE FROM list_sizes WHERE organization_id = OLD.organization_id AND list = 'versions of ' || OLD.preset_id AND size = 0;
END`,
  `CREATE INDEX organization_admins ON organization_members (organization_id, user_id) WHERE role = 'admin'`,
  `CREATE INDEX api_keys_enabled_of_user ON api_keys (organization_id, creator_user_id, hash) WHERE NOT disabled`,
  `CREATE TABLE audit_entries (
  id INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL,
  seq INTEGER CHECK (seq BETWEEN 1 AND 9007199254740991),
  hash TEXT,
  created_at INTEGER NOT NULL CHECK (created_at ${INSTANT}),
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('management', 'host')),
  actor_hash TEXT,
  actor_user_id TEXT,
  action TEXT NOT NULL,
  object TEXT,
  changes TEXT NOT NULL,
  secrets TEXT NOT NULL,
  request_id TEXT,
  address TEXT,
  UNIQUE (organization_id, seq)
) STRICT`,
  `CREATE INDEX audit_entries_unsealed ON audit_entries (id) WHERE seq IS NULL`,
  `CREATE INDEX audit_entries_in_order ON audit_entries (organization_id, created_at, seq)`,
  `CREATE INDEX audit_entries_by_actor_hash ON audit_entries (organization_id, actor_hash, created_at, seq)`,
  `CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, created_at, seq)`,
  `CREATE TABLE audit_heads (
  organization_id TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 9007199254740991),
  hash TEXT NOT NULL CHECK (hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  deleted_seq INTEGER NOT NULL CHECK (deleted_seq BETWEEN 0 AND 9007199254740991),
  deleted_hash TEXT NOT NULL CHECK (deleted_hash GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  PRIMARY KEY (organization_id)
) STRICT`,
  `CREATE UNIQUE INDEX api_keys_by_external_id ON api_keys (organization_id, external_id) WHERE external_id IS NOT NULL`,
  `CREATE INDEX api_keys_by_name ON api_keys (organization_id, name, hash)`,
  `CREATE INDEX spending_holds_ended ON spending_holds (organization, state, opened_at, id DESC)
  WHERE state = 1 OR state = 2 OR state = 3`,
  `CREATE TABLE key_prefixes (
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  prefix TEXT NOT NULL CHECK (length(prefix) BETWEEN 1 AND 64),
  PRIMARY KEY (organization_id, prefix),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
) STRICT, WITHOUT ROWID`,
  `CREATE INDEX key_prefixes_in_order ON key_prefixes (prefix)`,
  `CREATE INDEX audit_entries_by_object ON audit_entries (organization_id, seq / 512, object)`,
  `CREATE TABLE kept_answers (
  organization_id TEXT NOT NULL CHECK (organization_id GLOB '${UUID}'),
  caller TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  fingerprint BLOB CHECK (length(fingerprint) > 0),
  answer BLOB CHECK (length(answer) > 0),
  kept_at INTEGER NOT NULL CHECK (kept_at ${INSTANT}),
  PRIMARY KEY (organization_id, caller, name)
) STRICT`,
  `CREATE INDEX kept_answers_by_age ON kept_answers (kept_at)`,
  `CREATE INDEX spending_holds_overdrawn ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 1 <> 0`,
  `CREATE INDEX spending_holds_late ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 2 <> 0`,
  `CREATE INDEX spending_holds_outside_plan ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 4 <> 0`,
  `CREATE INDEX spending_holds_outside_policy ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 8 <> 0`,
  `CREATE INDEX spending_holds_price_missing ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 16 <> 0`,
  `CREATE INDEX spending_holds_settlement_refused ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 32 <> 0`,
  `CREATE INDEX spending_holds_credential_assumed ON spending_holds (organization, opened_at, id DESC)
  WHERE flags <> 0 AND flags & 64 <> 0`,
  `CREATE INDEX price_versions_by_name ON price_versions (lower(name), provider, valid_from)`,
  `CREATE INDEX api_keys_by_use ON api_keys (organization_id, last_used_at, hash)`,
  `CREATE TRIGGER api_keys_terms AFTER UPDATE OF name, label, disabled, expires_at, "limit", limit_reset, include_byok_in_limit, metadata, external_id, updated_at ON api_keys FOR EACH ROW
BEGIN
  UPDATE spending_scopes SET version = version + 1, include_byok = NEW.include_byok_in_limit, limit_total = CASE WHEN NEW.limit_reset IS NULL THEN NEW."limit" END, limit_daily = CASE WHEN NEW.limit_reset IS 'daily' THEN NEW."limit" END, limit_weekly = CASE WHEN NEW.limit_reset IS 'weekly' THEN NEW."limit" END, limit_monthly = CASE WHEN NEW.limit_reset IS 'monthly' THEN NEW."limit" END
  WHERE organization_id = NEW.organization_id AND subject = NEW.hash AND kind = 'key' AND guardrail_id = '';
  INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok, limit_total, limit_daily, limit_weekly, limit_monthly)
  SELECT NEW.organization_id, NEW.hash, 'key', '', 1, NEW.updated_at / 86400000, 0, NEW.include_byok_in_limit, CASE WHEN NEW.limit_reset IS NULL THEN NEW."limit" END, CASE WHEN NEW.limit_reset IS 'daily' THEN NEW."limit" END, CASE WHEN NEW.limit_reset IS 'weekly' THEN NEW."limit" END, CASE WHEN NEW.limit_reset IS 'monthly' THEN NEW."limit" END
  WHERE NOT EXISTS (SELECT 1 FROM spending_scopes WHERE organization_id = NEW.organization_id AND subject = NEW.hash AND kind = 'key' AND guardrail_id = '');
END`,
  `INSERT INTO tollgate_meta (name, value) VALUES ('master_key_id', 'none')`,
  `INSERT INTO tollgate_meta (name, value) VALUES ('first_organization_id', 'none')`,
  `INSERT INTO tollgate_meta (name, value) VALUES ('first_management_key', 'none')`,
  `INSERT INTO tollgate_meta (name, value) VALUES ('names_swept_at', 'none')`
]
