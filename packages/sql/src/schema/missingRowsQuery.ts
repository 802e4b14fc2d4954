import { UNSET } from "../migrations/0001_baseline/meta.js"

/** Lists of all rows of an organization in a table, by the names under which their sizes are stored. */
const counted = [
  ["workspaces", "workspaces"],
  ["members", "organization_members"],
  ["keys", "api_keys"],
  ["credentials", "byok_credentials"],
  ["guardrails", "guardrails"],
  ["assigned members", "guardrail_members"],
  ["assigned keys", "guardrail_key_assignments"],
  ["presets", "presets"]
] as const

/** A list and its table both have rows, or neither has. Otherwise one has lost them. */
const compared = counted.map(
  ([list, table]) => `
  WHEN EXISTS (SELECT 1 FROM sizes WHERE list = '${list}')
    AND NOT EXISTS (SELECT 1 FROM its JOIN ${table} AS t ON t.organization_id = its.id) THEN '${table}'
  WHEN NOT EXISTS (SELECT 1 FROM sizes WHERE list = '${list}')
    AND EXISTS (SELECT 1 FROM its JOIN ${table} AS t ON t.organization_id = its.id) THEN 'list_sizes'`
)

/**
 * A query for the name of a table that lost rows: rows that the first organization always has, or rows that are
 * counted elsewhere. Each test uses an index, and all of them see the same state.
 */
export const missingRowsQuery = `
WITH
  first (id) AS (SELECT value FROM tollgate_meta WHERE name = 'first_organization_id'),
  its AS (SELECT organizations.* FROM first JOIN organizations ON organizations.id = first.id),
  home AS (SELECT workspaces.* FROM its JOIN workspaces ON workspaces.id = its.default_workspace_id),
  sizes AS (SELECT s.organization_id, s.list FROM its JOIN list_sizes AS s ON s.organization_id = its.id),
  sized AS (SELECT 1 FROM home JOIN sizes ON sizes.list = 'workspace members of ' || home.id),
  joined AS (SELECT 1 FROM home JOIN workspace_members AS m ON m.workspace_id = home.id LIMIT 1)
SELECT CASE
  WHEN NOT EXISTS (SELECT 1 FROM first) THEN 'tollgate_meta'
  WHEN (SELECT id FROM first) = '${UNSET}' THEN CASE WHEN EXISTS (SELECT 1 FROM organizations) THEN 'tollgate_meta' END
  WHEN NOT EXISTS (SELECT 1 FROM its) THEN 'organizations'
  WHEN NOT EXISTS (SELECT 1 FROM home) THEN 'workspaces'
  WHEN NOT EXISTS (SELECT 1 FROM its JOIN organization_members AS m
    ON m.organization_id = its.id AND m.role = 'admin') THEN 'organization_members'
  WHEN (SELECT value FROM tollgate_meta WHERE name = 'first_management_key') IS DISTINCT FROM '${UNSET}'
    AND NOT EXISTS (SELECT 1 FROM api_keys WHERE is_management) THEN 'api_keys'
  WHEN EXISTS (SELECT 1 FROM (SELECT k.id FROM its JOIN api_keys AS k
    ON k.organization_id = its.id LIMIT 1) AS k WHERE NOT EXISTS (SELECT 1 FROM key_secrets AS s
    WHERE s.key_id = k.id)) THEN 'key_secrets'
  WHEN EXISTS (SELECT 1 FROM sized) AND NOT EXISTS (SELECT 1 FROM joined) THEN 'workspace_members'
  WHEN EXISTS (SELECT 1 FROM joined) AND NOT EXISTS (SELECT 1 FROM sized) THEN 'list_sizes'
  WHEN EXISTS (SELECT 1 FROM (SELECT p.organization_id, p.id FROM its JOIN presets AS p
    ON p.organization_id = its.id LIMIT 1) AS p WHERE NOT EXISTS (SELECT 1 FROM preset_versions AS v
    WHERE v.organization_id = p.organization_id AND v.preset_id = p.id)) THEN 'preset_versions'${compared.join("")}
END AS "table"`
