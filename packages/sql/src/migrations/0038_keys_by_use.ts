import type { Migration } from "./Migration.js"

/** The order of keys by their last use, those never used last: SQLite reads one index in both directions so, PostgreSQL needs one for each. */
export const keysByUse: Migration = ({ name }) => [
  "CREATE INDEX api_keys_by_use ON api_keys (organization_id, last_used_at, hash)",
  ...(name === "postgres"
    ? ["CREATE INDEX api_keys_by_latest_use ON api_keys (organization_id, last_used_at DESC NULLS LAST, hash DESC)"]
    : [])
]
