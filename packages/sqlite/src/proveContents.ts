import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { readAnew } from "./readAnew.js"
import { readRoots } from "./readRoots.js"
import { codeOf, refusalOf } from "./refusalOf.js"
import type { Execute } from "./SqliteConnection.js"

/**
 * Names a table that has lost what the first organization cannot be without, or of which another table's count says that it
 * has rows. Each look is one by an index; all of them see the same state.
 */
const findEmptied = `
WITH
  first (id) AS (SELECT value FROM tollgate_meta WHERE name = 'first_organization_id'),
  its AS (SELECT organizations.* FROM first JOIN organizations ON organizations.id = first.id),
  home AS (SELECT workspaces.* FROM its JOIN workspaces ON workspaces.id = its.default_workspace_id)
SELECT CASE
  WHEN NOT EXISTS (SELECT 1 FROM first) THEN 'tollgate_meta'
  WHEN (SELECT id FROM first) = 'none' THEN CASE WHEN EXISTS (SELECT 1 FROM organizations) THEN 'tollgate_meta' END
  WHEN NOT EXISTS (SELECT 1 FROM its) THEN 'organizations'
  WHEN NOT EXISTS (SELECT 1 FROM home) THEN 'workspaces'
  WHEN NOT EXISTS (SELECT 1 FROM its JOIN organization_members AS m
    ON m.organization_id = its.id AND m.user_id = its.owner_user_id) THEN 'organization_members'
  WHEN (SELECT value FROM tollgate_meta WHERE name = 'first_management_key') IS NOT 'none'
    AND NOT EXISTS (SELECT 1 FROM api_keys WHERE is_management) THEN 'api_keys'
  WHEN EXISTS (SELECT 1 FROM home WHERE member_count > 0 AND NOT EXISTS (SELECT 1 FROM workspace_members AS m
    WHERE m.workspace_id = home.id)) THEN 'workspace_members'
  WHEN EXISTS (SELECT 1 FROM its WHERE preset_count > 0 AND NOT EXISTS (SELECT 1 FROM presets AS p
    WHERE p.organization_id = its.id)) THEN 'presets'
  WHEN EXISTS (SELECT 1 FROM (SELECT p.organization_id, p.id FROM its JOIN presets AS p
    ON p.organization_id = its.id LIMIT 1) AS p WHERE NOT EXISTS (SELECT 1 FROM preset_versions AS v
    WHERE v.organization_id = p.organization_id AND v.preset_id = p.id)) THEN 'preset_versions'
END AS "table"`

const judge = (file: string, execute: Execute): DatabaseRefused | null => {
  const unread = readRoots(execute)
  if (unread !== null) {
    const { cause, name } = unread
    return new DatabaseRefused({
      file,
      reason: refusalOf(cause),
      found: `${name} cannot be read (${codeOf(cause)})`,
      cause
    })
  }
  const [row] = execute(findEmptied)
  const table = Predicate.isRecord(row) ? row.table : undefined
  if (!Predicate.isString(table)) return null
  return new DatabaseRefused({ file, reason: "emptied", found: `rows are missing from ${table}` })
}

/**
 * Proves, in a time that does not depend on how much there is, that every table can be read and that none was emptied that an
 * account is never without. The schema has been found to be this version's.
 */
export const proveContents = (file: string): Effect.Effect<void, DatabaseRefused> =>
  Effect.try({
    try: () => readAnew(file, (execute) => judge(file, execute)),
    catch: (cause) => {
      // A statement that SQLite does not understand speaks of a table or column that is not there.
      const reason = codeOf(cause) === "SQLITE_ERROR" ? "different_schema" : refusalOf(cause)
      return new DatabaseRefused({ file, reason, cause })
    }
  }).pipe(Effect.flatMap((refused) => refused ?? Effect.void))
