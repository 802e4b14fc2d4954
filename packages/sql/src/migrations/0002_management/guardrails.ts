import type { Columns } from "../columns.js"

/** What guardrails say of models and providers; their lists, and an id of each assignment. */
export const guardrails = ({ flag, jsonArray, randomUuid, table, textOf, time, uuid }: Columns) => ({
  statements: [
    ...["allowed_models", "ignored_models", "allowed_providers", "ignored_providers"].map(
      (name) => `ALTER TABLE guardrails ADD COLUMN ${jsonArray(name, "NULL")}`
    ),
    `ALTER TABLE guardrails ADD COLUMN ${flag("enforce_zdr", "NULL")}`,
    `ALTER TABLE guardrails ADD COLUMN ${flag("include_byok_in_budgets")} DEFAULT FALSE`,
    `CREATE INDEX guardrails_newest_first ON guardrails (organization_id, created_at DESC, id)`,
    // A column without a value for the rows that are there needs a new table.
    `ALTER TABLE guardrail_members RENAME TO guardrail_members_before`,
    `DROP INDEX guardrail_members_by_guardrail`,
    `DROP INDEX guardrail_members_of_user`,
    table(
      "guardrail_members",
      uuid("id"),
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
    `INSERT INTO guardrail_members (id, organization_id, workspace_id, user_id, guardrail_id, assigned_by, created_at)
  SELECT ${randomUuid}, organization_id, workspace_id, user_id, guardrail_id, assigned_by, created_at
  FROM guardrail_members_before`,
    `DROP TABLE guardrail_members_before`,
    `CREATE INDEX guardrail_members_newest_first
  ON guardrail_members (organization_id, guardrail_id, created_at DESC, id)`,
    `CREATE INDEX guardrail_members_by_guardrail ON guardrail_members (guardrail_id, user_id)`,
    `CREATE INDEX guardrail_members_of_user ON guardrail_members (organization_id, user_id)`
  ],
  counted: [
    { table: "guardrails", lists: [{ name: "'guardrails'" }] },
    {
      table: "guardrail_members",
      changing: ["guardrail_id"],
      lists: [{ name: "'members of ' || ROW.guardrail_id" }]
    }
  ]
})
