import type { Migration } from "./Migration.js"

/**
 * Each deletion of old audit entries has an entry of the chain, by which `verifyAudit` tells it from a beginning that somebody else has deleted.
 * Chains that were begun anew before get theirs here.
 */
export const notedPrunings: Migration = ({ name }) => {
  const now =
    name === "postgres"
      ? "CAST(extract(epoch FROM now()) * 1000 AS BIGINT)"
      : "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
  return [
    `INSERT INTO audit_entries (organization_id, created_at, actor_kind, action, changes, secrets)
SELECT organization_id, ${now}, 'host', 'audit.prune',
  '{"from":1,"to":' || CAST(deleted_seq AS TEXT) || ',"hash":"' || deleted_hash || '","noted_late":true}', '[]'
FROM audit_heads WHERE deleted_seq > 0`
  ]
}
