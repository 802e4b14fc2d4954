import type { Counted } from "./counting.js"
import type { Migration } from "./Migration.js"

const counted: Counted = {
  table: "preset_versions",
  lists: [{ name: "'versions of ' || ROW.preset_id" }]
}

/** The size of the list of each preset's versions. A unique index has the versions in the order of the list. */
export const presetVersions: Migration = ({ counting, name }) => [
  // On PostgreSQL, others may write until the triggers are there: what they store must be counted.
  ...(name === "postgres" ? ["LOCK TABLE preset_versions IN SHARE ROW EXCLUSIVE MODE"] : []),
  ...counting(counted)
]
