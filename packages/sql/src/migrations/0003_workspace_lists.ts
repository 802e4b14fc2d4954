import type { Counted } from "./counting.js"
import type { Migration } from "./Migration.js"

// The triggers fire after those of the organization's list, by their names, so every transaction locks the two sizes in
// one order.
const counted: Counted = {
  table: "guardrails",
  name: "guardrails_of_workspace",
  lists: [{ name: "'guardrails of ' || ROW.workspace_id" }]
}

/** The guardrails of one workspace: an index in the order of the list, and the size of the list. */
export const workspaceLists: Migration = ({ counting }) => [
  `CREATE INDEX guardrails_of_workspace_newest_first
  ON guardrails (organization_id, workspace_id, created_at DESC, id)`,
  ...counting(counted)
]
