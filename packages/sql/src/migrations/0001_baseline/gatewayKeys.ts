import type { Dialect } from "./dialects.js"

/** Gateway keys, by the SHA-256 of their secrets. A key without an organization spends for all of them. */
export const gatewayKeys = ({ hash, table, text, time, uuid }: Dialect) => [
  table(
    "gateway_keys",
    hash("hash"),
    text("label"),
    uuid("organization_id", "NULL"),
    time("created_at"),
    "PRIMARY KEY (hash)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  ),
  "CREATE INDEX gateway_keys_newest_first ON gateway_keys (created_at DESC, hash)",
  "CREATE INDEX gateway_keys_of_organization ON gateway_keys (organization_id)"
]
