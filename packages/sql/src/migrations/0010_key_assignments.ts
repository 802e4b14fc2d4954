import type { Counted } from "./counting.js"
import type { Migration } from "./Migration.js"

// A move between guardrails locks the size of the organization's list first, too, so that every transaction locks the sizes
// in one order.
const counted: Counted = {
  table: "guardrail_key_assignments",
  changing: ["guardrail_id"],
  lists: [{ name: "'assigned keys'" }, { name: "'assigned keys of ' || ROW.guardrail_id" }]
}

/** Assignments of API keys to guardrails of their workspace: each key has at most one. */
export const keyAssignments: Migration = ({ columns: { hash, table, textOf, time, uuid }, counting }) => [
  // The target of the foreign key, which holds a key to the workspace of the guardrail.
  "CREATE UNIQUE INDEX api_keys_of_workspace ON api_keys (organization_id, workspace_id, hash)",
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
    `FOREIGN KEY (organization_id, workspace_id, guardrail_id)
    REFERENCES guardrails (organization_id, workspace_id, id) ON DELETE CASCADE`,
    `FOREIGN KEY (organization_id, workspace_id, key_hash)
    REFERENCES api_keys (organization_id, workspace_id, hash) ON DELETE CASCADE`
  ),
  `CREATE INDEX guardrail_key_assignments_newest_first
  ON guardrail_key_assignments (organization_id, created_at DESC, id)`,
  `CREATE INDEX guardrail_key_assignments_of_guardrail
  ON guardrail_key_assignments (organization_id, guardrail_id, created_at DESC, id)`,
  `CREATE INDEX guardrail_key_assignments_by_guardrail ON guardrail_key_assignments (guardrail_id, key_hash)`,
  ...counting(counted)
]
