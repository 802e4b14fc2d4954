import { dayNumber, openingsOfKeys } from "./0011_usage_of_keys.js"
import { setOpeningDays } from "./0031_opening_days.js"
import type { Migration, MigrationDialect } from "./Migration.js"

const windows = ["total", "daily", "weekly", "monthly"]

/** The counters of a key, each with that of its scope. */
const counters = windows.flatMap((window) => [
  [`usage_${window}`, `own_spent_${window}`],
  [`byok_${window}`, `byok_spent_${window}`]
])

const dropped = ["windows_daily", "windows_weekly", "windows_monthly", ...counters.map(([counter]) => counter)]

const itsScope = `s.organization_id = api_keys.organization_id AND s.subject = api_keys.hash AND s.kind = 'key' AND s.guardrail_id = ''`

const isUsed = "(usage_total > 0 OR byok_total > 0)"

const withoutScope = `${isUsed} AND NOT EXISTS (SELECT 1 FROM spending_scopes AS s WHERE ${itsScope})`

/** Fails if a key has other counters than its scope, and names what should have been. */
const check = ({ columns, name }: MigrationDialect) => {
  const differs = counters.map(([counter, spent]) => `api_keys.${counter} <> s.${spent}`).join(" OR ")
  const isOtherDay = `${isUsed} AND ${dayNumber(name, "windows_daily")} <> s.day`
  return [
    columns.table(
      "usage_of_keys",
      columns.count("different"),
      "CONSTRAINT usage_of_keys_is_that_of_their_scopes CHECK (different = 0)"
    ),
    `INSERT INTO usage_of_keys (different)
SELECT count(*) FROM api_keys JOIN spending_scopes AS s ON ${itsScope} WHERE ${differs} OR (${isOtherDay})`,
    "DROP TABLE usage_of_keys"
  ]
}

/**
 * What a key has used is in its scope alone. The copy in the record of the key goes, with the trigger that kept it: an act on a hold waited for
 * whoever had locked the record.
 */
export const usageInScopes: Migration = (dialect) => {
  const isPostgres = dialect.name === "postgres"
  const drops = dropped.map((column) => `DROP COLUMN ${column}`)
  return [
    // In the order in which settlements have locked both.
    ...(isPostgres ? ["LOCK TABLE spending_scopes, api_keys IN ACCESS EXCLUSIVE MODE"] : []),
    openingsOfKeys(dialect, withoutScope),
    setOpeningDays,
    ...check(dialect),
    `DROP TRIGGER spending_scopes_usage${isPostgres ? " ON spending_scopes" : ""}`,
    ...(isPostgres ? ["DROP FUNCTION spending_scopes_usage()"] : []),
    ...(isPostgres ? [`ALTER TABLE api_keys ${drops.join(", ")}`] : drops.map((drop) => `ALTER TABLE api_keys ${drop}`))
  ]
}
