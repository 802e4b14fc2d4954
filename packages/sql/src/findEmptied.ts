import { NOT_YET } from "./NOT_YET.js"

/**
 * Names a table that has lost what the first organization cannot be without, or of which another table's count says that it
 * has rows. Each look is one by an index; all of them see the same state.
 */
export const findEmptied = `
WITH
  first (id) AS (SELECT value FROM tollgate_meta WHERE name = 'first_organization_id'),
  its AS (SELECT organizations.* FROM first JOIN organizations ON organizations.id = first.id),
  home AS (SELECT workspaces.* FROM its JOIN workspaces ON workspaces.id = its.default_workspace_id)
SELECT CASE
  WHEN NOT EXISTS (SELECT 1 FROM first) THEN 'tollgate_meta'
  WHEN (SELECT id FROM first) = '${NOT_YET}' THEN CASE WHEN EXISTS (SELECT 1 FROM organizations) THEN 'tollgate_meta' END
  WHEN NOT EXISTS (SELECT 1 FROM its) THEN 'organizations'
  WHEN NOT EXISTS (SELECT 1 FROM home) THEN 'workspaces'
  WHEN NOT EXISTS (SELECT 1 FROM its JOIN organization_members AS m
    ON m.organization_id = its.id AND m.user_id = its.owner_user_id) THEN 'organization_members'
  WHEN (SELECT value FROM tollgate_meta WHERE name = 'first_management_key') IS DISTINCT FROM '${NOT_YET}'
    AND NOT EXISTS (SELECT 1 FROM api_keys WHERE is_management) THEN 'api_keys'
  WHEN EXISTS (SELECT 1 FROM home WHERE member_count > 0 AND NOT EXISTS (SELECT 1 FROM workspace_members AS m
    WHERE m.workspace_id = home.id)) THEN 'workspace_members'
  WHEN EXISTS (SELECT 1 FROM its WHERE preset_count > 0 AND NOT EXISTS (SELECT 1 FROM presets AS p
    WHERE p.organization_id = its.id)) THEN 'presets'
  WHEN EXISTS (SELECT 1 FROM (SELECT p.organization_id, p.id FROM its JOIN presets AS p
    ON p.organization_id = its.id LIMIT 1) AS p WHERE NOT EXISTS (SELECT 1 FROM preset_versions AS v
    WHERE v.organization_id = p.organization_id AND v.preset_id = p.id)) THEN 'preset_versions'
END AS "table"`
