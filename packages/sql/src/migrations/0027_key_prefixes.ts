import { lengthenKeys, replace } from "./0005_sizes_in_order.js"
import type { Migration } from "./Migration.js"

/**
 * How the secrets of imported keys begin. PostgreSQL: a transaction that inserts many keys counts them itself, as one that disables many
 * does.
 */
export const keyPrefixes: Migration = ({ columns: { table, textOf, uuid }, name }) => [
  table(
    "key_prefixes",
    uuid("organization_id"),
    textOf(64)("prefix"),
    "PRIMARY KEY (organization_id, prefix)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  ) + (name === "sqlite" ? ", WITHOUT ROWID" : ""),
  "CREATE INDEX key_prefixes_in_order ON key_prefixes (prefix)",
  ...(name === "postgres"
    ? [
        replace(
          "api_keys_added",
          `IF current_setting('tollgate.counted', TRUE) = 'on' THEN
    RETURN NULL;
  END IF;
  ${lengthenKeys}`
        )
      ]
    : [])
]
