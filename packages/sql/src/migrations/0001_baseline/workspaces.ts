import { counting } from "./counting.js"
import { type Dialect, inWorkspace } from "./dialects.js"

/**
 * Workspaces and their members. Members are added to the organization before they are added to a workspace, so every transaction locks
 * the sizes of the two lists in one order.
 */
export const workspaces = (dialect: Dialect) => {
  const { count, slug, table, textOf, time, uuid } = dialect
  return [
    table(
      "workspaces",
      uuid("id"),
      uuid("organization_id"),
      slug("slug"),
      textOf(100)("name"),
      textOf(500)("description", "NULL"),
      time("created_at"),
      time("updated_at", "NULL"),
      textOf(255)("created_by", "NULL"),
      count("max_in_flight", "NULL"),
      "PRIMARY KEY (id)",
      "UNIQUE (organization_id, id)",
      "UNIQUE (organization_id, slug)",
      "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
    ),
    `CREATE INDEX workspaces_newest_first ON workspaces (organization_id, created_at DESC, id)`,
    ...counting(dialect, { table: "workspaces", lists: [{ name: "'workspaces'" }] }),
    table(
      "workspace_members",
      uuid("organization_id"),
      uuid("workspace_id"),
      textOf(255)("user_id"),
      uuid("id"),
      time("created_at"),
      "PRIMARY KEY (workspace_id, user_id)",
      inWorkspace,
      "FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)"
    ),
    `CREATE INDEX workspace_members_oldest_first ON workspace_members (organization_id, workspace_id, created_at, id)`,
    `CREATE INDEX workspace_members_of_user ON workspace_members (organization_id, user_id)`,
    ...counting(dialect, {
      table: "workspace_members",
      lists: [{ name: "'workspace members of ' || ROW.workspace_id" }]
    })
  ]
}
