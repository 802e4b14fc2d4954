import { type Columns, inWorkspace } from "../columns.js"

/** Workspaces and their members. */
export const workspaces = ({ count, oneOf, slug, table, textOf, time, uuid }: Columns) => [
  table(
    "workspaces",
    uuid("id"),
    uuid("organization_id"),
    slug("slug"),
    textOf(100)("name"),
    textOf(500)("description", "NULL"),
    `${count("member_count")} DEFAULT 0`,
    `${count("preset_count")} DEFAULT 0`,
    time("created_at"),
    time("updated_at", "NULL"),
    textOf(255)("created_by", "NULL"),
    "PRIMARY KEY (id)",
    "UNIQUE (organization_id, id)",
    "UNIQUE (organization_id, slug)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  ),
  table(
    "workspace_members",
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(255)("user_id"),
    uuid("id"),
    oneOf("admin", "member")("role"),
    time("created_at"),
    "PRIMARY KEY (workspace_id, user_id)",
    inWorkspace,
    "FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)"
  ),
  `CREATE INDEX workspace_members_oldest_first ON workspace_members (organization_id, workspace_id, created_at, id)`,
  `CREATE INDEX workspace_members_of_user ON workspace_members (organization_id, user_id)`
]
