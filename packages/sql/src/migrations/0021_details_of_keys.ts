import type { Migration } from "./Migration.js"

/**
 * Metadata, external id, creator and last use of keys. The time of the last use is in no index, because it changes more often than
 * it is sorted by. An index in the order of names.
 */
export const detailsOfKeys: Migration = ({ columns: { jsonObject, textOf, time } }) => [
  ...[
    `${jsonObject("metadata")} DEFAULT '{}'`,
    textOf(255)("external_id", "NULL"),
    textOf(255)("created_by", "NULL"),
    time("last_used_at", "NULL")
  ].map((column) => `ALTER TABLE api_keys ADD COLUMN ${column}`),
  `CREATE UNIQUE INDEX api_keys_by_external_id ON api_keys (organization_id, external_id) WHERE external_id IS NOT NULL`,
  `CREATE INDEX api_keys_by_name ON api_keys (organization_id, name, hash)`
]
