import { type Columns, inWorkspace } from "../columns.js"

/** Guardrails and their assignments: each user has at most one guardrail per workspace. */
export const guardrails = ({ amount, oneOf, table, textOf, time, uuid }: Columns) => [
  table(
    "guardrails",
    uuid("id"),
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(200)("name"),
    textOf(1000)("description", "NULL"),
    amount("limit_usd", "NULL"),
    oneOf("daily", "weekly", "monthly")("reset_interval", "NULL"),
    time("created_at"),
    time("updated_at", "NULL"),
    "PRIMARY KEY (id)",
    "UNIQUE (organization_id, workspace_id, id)",
    inWorkspace
  ),
  table(
    "guardrail_members",
    uuid("organization_id"),
    uuid("workspace_id"),
    textOf(255)("user_id"),
    uuid("guardrail_id"),
    textOf(255)("assigned_by", "NULL"),
    time("created_at"),
    "PRIMARY KEY (workspace_id, user_id)",
    `FOREIGN KEY (organization_id, workspace_id, guardrail_id)
    REFERENCES guardrails (organization_id, workspace_id, id) ON DELETE CASCADE`,
    "FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)"
  ),
  `CREATE INDEX guardrail_members_by_guardrail ON guardrail_members (guardrail_id, user_id)`,
  `CREATE INDEX guardrail_members_of_user ON guardrail_members (organization_id, user_id)`
]
