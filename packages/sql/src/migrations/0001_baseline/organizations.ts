import { counting } from "./counting.js"
import type { Dialect } from "./dialects.js"

/**
 * Organizations and their users. A default workspace is created after its organization, so no foreign key requires
 * it. `organization_admins` has the admins, one of whom an organization always has.
 */
export const organizations = (dialect: Dialect) => {
  const { amount, jsonArrayOrNull, oneOf, table, textOf, time, uuid } = dialect
  return [
    table(
      "organizations",
      uuid("id"),
      textOf(255)("name"),
      textOf(255)("initial_name"),
      textOf(255)("owner_user_id"),
      uuid("default_workspace_id"),
      time("created_at"),
      amount("default_key_limit", "NULL"),
      jsonArrayOrNull("alert_thresholds"),
      "PRIMARY KEY (id)"
    ),
    `CREATE INDEX organizations_by_name ON organizations (initial_name, id)`,
    table(
      "organization_members",
      uuid("id"),
      uuid("organization_id"),
      textOf(255)("user_id"),
      oneOf("admin", "member")("role"),
      time("created_at"),
      "PRIMARY KEY (organization_id, user_id)",
      "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
    ),
    `CREATE INDEX organization_members_newest_first ON organization_members (organization_id, created_at DESC, id)`,
    `CREATE INDEX organization_admins ON organization_members (organization_id, user_id) WHERE role = 'admin'`,
    ...counting(dialect, { table: "organization_members", lists: [{ name: "'members'" }] })
  ]
}
