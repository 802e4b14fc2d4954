import { counting } from "./counting.js"
import { type Dialect, inWorkspace } from "./dialects.js"

const ofGuardrail = `FOREIGN KEY (organization_id, workspace_id, guardrail_id)
    REFERENCES guardrails (organization_id, workspace_id, id) ON DELETE CASCADE`

/** Guardrails, and their assignments to members and to keys: each user and each key has at most one guardrail per workspace. */
export const guardrails = (dialect: Dialect) => {
  const { amount, count, flag, hash, jsonArrayOrNull, oneOf, table, textOf, time, uuid } = dialect
  return [
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
      flag("enforce_zdr", "NULL"),
      `${flag("include_byok_in_budgets")} DEFAULT FALSE`,
      jsonArrayOrNull("allowed_models"),
      jsonArrayOrNull("ignored_models"),
      jsonArrayOrNull("allowed_providers"),
      jsonArrayOrNull("ignored_providers"),
      count("max_in_flight", "NULL"),
      "PRIMARY KEY (id)",
      "UNIQUE (organization_id, workspace_id, id)",
      inWorkspace
    ),
    `CREATE INDEX guardrails_newest_first ON guardrails (organization_id, created_at DESC, id)`,
    `CREATE INDEX guardrails_of_workspace_newest_first
  ON guardrails (organization_id, workspace_id, created_at DESC, id)`,
    // Guardrails that admit nothing.
    "CREATE INDEX guardrails_without_budget ON guardrails (organization_id) WHERE limit_usd = 0",
    ...counting(dialect, {
      table: "guardrails",
      lists: [{ name: "'guardrails'" }, { name: "'guardrails of ' || ROW.workspace_id" }]
    }),
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
      ofGuardrail,
      "FOREIGN KEY (organization_id, user_id) REFERENCES organization_members (organization_id, user_id)"
    ),
    `CREATE INDEX guardrail_members_of_organization ON guardrail_members (organization_id, created_at DESC, id)`,
    `CREATE INDEX guardrail_members_newest_first
  ON guardrail_members (organization_id, guardrail_id, created_at DESC, id)`,
    `CREATE INDEX guardrail_members_by_guardrail ON guardrail_members (guardrail_id, user_id)`,
    `CREATE INDEX guardrail_members_of_user ON guardrail_members (organization_id, user_id)`,
    ...counting(dialect, {
      table: "guardrail_members",
      changing: "guardrail_id",
      lists: [{ name: "'assigned members'" }, { name: "'members of ' || ROW.guardrail_id" }]
    }),
    table(
      "guardrail_key_assignments",
      uuid("id"),
      uuid("organization_id"),
      uuid("workspace_id"),
      hash("key_hash"),
      uuid("guardrail_id"),
      textOf(255)("assigned_by", "NULL"),
      time("created_at"),
      "PRIMARY KEY (id)",
      "UNIQUE (workspace_id, key_hash)",
      ofGuardrail,
      `FOREIGN KEY (organization_id, workspace_id, key_hash)
    REFERENCES api_keys (organization_id, workspace_id, hash) ON DELETE CASCADE`
    ),
    `CREATE INDEX guardrail_key_assignments_newest_first
  ON guardrail_key_assignments (organization_id, created_at DESC, id)`,
    `CREATE INDEX guardrail_key_assignments_of_guardrail
  ON guardrail_key_assignments (organization_id, guardrail_id, created_at DESC, id)`,
    `CREATE INDEX guardrail_key_assignments_by_guardrail ON guardrail_key_assignments (guardrail_id, key_hash)`,
    ...counting(dialect, {
      table: "guardrail_key_assignments",
      changing: "guardrail_id",
      lists: [{ name: "'assigned keys'" }, { name: "'assigned keys of ' || ROW.guardrail_id" }]
    })
  ]
}
