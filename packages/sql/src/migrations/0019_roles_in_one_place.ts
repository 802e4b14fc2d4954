import type { Migration } from "./Migration.js"

/**
 * The role of a user stands in the organization alone. Indexes of admins, one of whom an organization always has, and of the enabled keys of
 * each user.
 */
export const rolesInOnePlace: Migration = () => [
  "ALTER TABLE workspace_members DROP COLUMN role",
  `CREATE INDEX organization_admins ON organization_members (organization_id, user_id) WHERE role = 'admin'`,
  `CREATE INDEX api_keys_enabled_of_user ON api_keys (organization_id, creator_user_id, hash) WHERE NOT disabled`
]
