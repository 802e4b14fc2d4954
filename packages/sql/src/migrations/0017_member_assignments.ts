import type { Counted } from "./counting.js"
import type { Migration } from "./Migration.js"

// By their names, the triggers fire before those of the list of a guardrail, also for a move, so every transaction locks the
// size of the organization's list first.
const counted: Counted = {
  table: "guardrail_members",
  name: "guardrail_assigned_members",
  changing: ["guardrail_id"],
  lists: [{ name: "'assigned members'" }]
}

/** The members assigned to any guardrail of an organization: an index in the order of the list, and the size of the list. */
export const memberAssignments: Migration = ({ counting, name }) => [
  // On PostgreSQL, others may write until the triggers are there: what they store must be counted.
  ...(name === "postgres" ? ["LOCK TABLE guardrail_members IN SHARE ROW EXCLUSIVE MODE"] : []),
  `CREATE INDEX guardrail_members_of_organization ON guardrail_members (organization_id, created_at DESC, id)`,
  ...counting(counted)
]
