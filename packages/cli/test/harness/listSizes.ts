/** A row as a foreign connection reads it. */
export type Row = Readonly<Record<string, unknown>>

/** The lists whose sizes are stored: their table, their name, and the condition for a row to be in it. */
const lists: ReadonlyArray<readonly [table: string, name: string, of?: string]> = [
  ["api_keys", "'keys'"],
  ["api_keys", "'keys of ' || workspace_id"],
  ["api_keys", "'enabled keys'", "NOT disabled"],
  ["api_keys", "'enabled keys of ' || workspace_id", "NOT disabled"],
  ["byok_credentials", "'credentials'"],
  ["byok_credentials", "'credentials for ' || provider"],
  ["byok_credentials", "'credentials of ' || workspace_id"],
  ["byok_credentials", "'credentials of ' || workspace_id || ' for ' || provider"],
  ["guardrails", "'guardrails'"],
  ["guardrails", "'guardrails of ' || workspace_id"],
  ["guardrail_members", "'assigned members'"],
  ["guardrail_members", "'members of ' || guardrail_id"],
  ["guardrail_key_assignments", "'assigned keys'"],
  ["guardrail_key_assignments", "'assigned keys of ' || guardrail_id"],
  ["organization_members", "'members'"],
  ["presets", "'presets'"],
  ["presets", "'presets of ' || workspace_id"],
  ["preset_versions", "'versions of ' || preset_id"],
  ["webhooks", "'webhooks'"],
  ["webhook_deliveries", "'deliveries of ' || webhook_id"],
  ["webhook_deliveries", "state || ' deliveries of ' || webhook_id"],
  ["workspaces", "'workspaces'"],
  ["workspace_members", "'workspace members of ' || workspace_id"]
]

const counts = lists.map(
  ([table, name, of = "TRUE"]) => `SELECT ${name} AS list, count(*) AS size FROM ${table} WHERE ${of} GROUP BY 1`
)

/** The sizes of an organization's lists, counted. Both queries run on SQLite and on PostgreSQL. */
export const listSizes = `SELECT list, CAST(size AS TEXT) AS size FROM (${counts.join(" UNION ALL ")}) AS counted ORDER BY list`

/** The same, as they are stored. */
export const storedSizes = "SELECT list, CAST(size AS TEXT) AS size FROM list_sizes WHERE size <> 0 ORDER BY list"
