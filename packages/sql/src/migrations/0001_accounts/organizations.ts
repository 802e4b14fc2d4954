import type { Columns } from "../columns.js"

/**
 * Organizations and their users. A default workspace is created after its organization, so no foreign key requires
 * it.
 */
export const organizations = ({ count, oneOf, table, textOf, time, uuid }: Columns) => [
  table(
    "organizations",
    uuid("id"),
    textOf(255)("name"),
    textOf(255)("owner_user_id"),
    uuid("default_workspace_id"),
    `${count("preset_count")} DEFAULT 0`,
    time("created_at"),
    "PRIMARY KEY (id)"
  ),
  table(
    "organization_members",
    uuid("id"),
    uuid("organization_id"),
    textOf(255)("user_id"),
    oneOf("admin", "member")("role"),
    time("created_at"),
    "PRIMARY KEY (organization_id, user_id)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  )
]
