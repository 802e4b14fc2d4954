/** How a dialect writes its nth variable. */
export type Variable = (n: number) => string

const identity = [
  "hash",
  "organization_id",
  "workspace_id",
  "creator_user_id",
  "is_management",
  "disabled",
  "expires_at"
]

const windowsOf = (amount: string) => ["total", "daily", "weekly", "monthly"].map((window) => `${amount}_${window}`)

const record = [
  ...["hash", "name", "label", "disabled", 'CAST("limit" AS TEXT) AS "limit"', "limit_reset", "include_byok_in_limit"],
  "max_in_flight",
  ...["created_at", "updated_at", "expires_at", "creator_user_id", "workspace_id", "organization_id", "is_management"],
  ...["metadata", "external_id", "created_by", "last_used_at"],
  // What the key has used, with the day of its windows, as one text. Null if nothing was counted yet.
  `(SELECT ${["day", ...windowsOf("own_spent"), ...windowsOf("byok_spent")].map((name) => `s.${name}`).join(" || ',' || ")}
FROM spending_scopes AS s WHERE s.organization_id = api_keys.organization_id AND s.subject = api_keys.hash
AND s.kind = 'key' AND s.guardrail_id = '') AS "usage"`
]

/** The columns that authentication needs: hash of the secret, time. */
export const identify = (at: Variable): string =>
  `SELECT ${identity.join(", ")} FROM api_keys WHERE id = ` +
  `(SELECT key_id FROM key_secrets WHERE secret_hash = ${at(1)} AND (until IS NULL OR until > ${at(2)}))`

/** A key of an organization: organization, hash. */
export const find = (at: Variable): string =>
  `SELECT ${record.join(", ")} FROM api_keys WHERE organization_id = ${at(1)} AND hash = ${at(2)}`

/** Changes a name and a limit, and returns the key. Parameters: name, limit, time, organization, hash. */
export const update = (at: Variable): string =>
  `UPDATE api_keys SET name = ${at(1)}, "limit" = ${at(2)}, updated_at = ${at(3)} ` +
  `WHERE organization_id = ${at(4)} AND hash = ${at(5)} RETURNING ${record.join(", ")}`

/**
 * The same with the version and the budget of the key's scope, in one statement of PostgreSQL. The scope is locked first. It must
 * exist.
 */
export const updateFenced = (at: Variable): string => {
  const window = (name: string, is: string) =>
    `limit_${name} = CASE WHEN c.limit_reset ${is} THEN c."limit"::bigint END`
  return `WITH scope AS MATERIALIZED (SELECT id FROM spending_scopes WHERE organization_id = ${at(4)} AND subject = ${at(5)}
  AND kind = 'key' AND guardrail_id = '' FOR NO KEY UPDATE),
changed AS (${update(at).replace(" RETURNING", " AND EXISTS (SELECT FROM scope) RETURNING")}),
fenced AS (UPDATE spending_scopes AS s SET version = s.version + 1, include_byok = c.include_byok_in_limit,
  max_in_flight = c.max_in_flight,
  ${window("total", "IS NULL")}, ${["daily", "weekly", "monthly"].map((name) => window(name, `= '${name}'`)).join(", ")}
  FROM changed AS c WHERE s.id = (SELECT id FROM scope))
SELECT * FROM changed`
}

/** Scopes of an organization's keys: organization. */
export const scopes = (at: Variable): string =>
  "INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok) " +
  `SELECT organization_id, hash, 'key', '', 0, 0, 0, FALSE FROM api_keys WHERE organization_id = ${at(1)}`

const minted = [
  ...[
    "hash",
    "organization_id",
    "workspace_id",
    "creator_user_id",
    "name",
    "label",
    '"limit"',
    "created_at",
    "updated_at"
  ],
  "created_by"
]
/** PostgreSQL cannot infer the types of variables in a SELECT. */
const castOf = (name: string, variable: string) => `${variable}::${/limit|_at$/.test(name) ? "bigint" : "text"}`
const blanks = () => blank.map((name) => (/^(is|disabled|include)/.test(name) ? "FALSE" : "0"))
const blank = ["is_management", "disabled", "include_byok_in_limit"]

/**
 * Inserts an unused key, and returns it. Parameters: hash, organization, workspace, creator, name, label, limit, time,
 * time, creator.
 */
export const insert = (at: Variable): string =>
  `INSERT INTO api_keys (${[...minted, ...blank].join(", ")}) ` +
  `VALUES (${[...minted.map((_, i) => at(i + 1)), ...blank.map(() => "0")].join(", ")}) RETURNING ${record.join(", ")}`

/** The workspace that an organization's keys go to by default: organization. */
export const place = (at: Variable): string => `SELECT default_workspace_id FROM organizations WHERE id = ${at(1)}`

/** An authorization code: organization, hash. */
export const code = (at: Variable): string =>
  "SELECT workspace_id, created_by, user_id, code_challenge, key_name, expires_at, redeemed_at, failures " +
  `FROM authorization_codes WHERE organization_id = ${at(1)} AND hash = ${at(2)}`

/** Redeems a code once. Parameters: time, key, organization, code, time. */
export const redeem = (at: Variable): string =>
  `UPDATE authorization_codes SET redeemed_at = ${at(1)}, redeemed_key_hash = ${at(2)} ` +
  `WHERE organization_id = ${at(3)} AND hash = ${at(4)} AND redeemed_at IS NULL AND failures < 5 ` +
  `AND expires_at > ${at(5)} RETURNING hash`

/** The workspace of a guardrail: organization, guardrail. */
export const guardrail = (at: Variable): string =>
  `SELECT workspace_id FROM guardrails WHERE organization_id = ${at(1)} AND id = ${at(2)}`

const variables = (at: Variable, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => at(from + n)).join(", ")

/** The members of an organization among this many users: organization, users. */
export const members = (at: Variable, users: number): string =>
  `SELECT user_id FROM organization_members WHERE organization_id = ${at(1)} AND user_id IN (${variables(at, 2, users)})`

/** Assigns this many users. Parameters of each: id, organization, workspace, user, guardrail, assigner, time. */
export const assign = (at: Variable, users: number): string =>
  "INSERT INTO guardrail_members (id, organization_id, workspace_id, user_id, guardrail_id, assigned_by, created_at) " +
  `VALUES ${Array.from({ length: users }, (_, n) => `(${variables(at, 1 + 7 * n, 7)})`).join(", ")} ` +
  "ON CONFLICT (workspace_id, user_id) DO UPDATE SET id = excluded.id, guardrail_id = excluded.guardrail_id, " +
  "assigned_by = excluded.assigned_by, created_at = excluded.created_at " +
  "WHERE guardrail_members.guardrail_id <> excluded.guardrail_id RETURNING user_id"

/**
 * Inserts an unused key into the default workspace of its organization, and returns it. Parameters: as of `insert`, without
 * the workspace.
 */
export const insertByDefault = (at: Variable): string => {
  const given = minted.filter((name) => name !== "workspace_id")
  return (
    `INSERT INTO api_keys (${[...given, "workspace_id", ...blank].join(", ")}) ` +
    `SELECT ${[...given.map((name, i) => castOf(name, at(i + 1))), "default_workspace_id", ...blanks()].join(", ")} ` +
    `FROM organizations WHERE id = ${at(2)} RETURNING ${record.join(", ")}`
  )
}

/** Redeems a code once, and inserts the key for it. Parameters: as of `redeem`, then as of `insert`. Returns the key's hash. */
export const redeemAndInsert = (at: Variable): string =>
  `WITH redeemed AS (${redeem(at)}) INSERT INTO api_keys (${[...minted, ...blank].join(", ")}) ` +
  `SELECT ${[...minted.map((name, i) => castOf(name, at(i + 6))), ...blanks()].join(", ")} FROM redeemed RETURNING hash`

/** Raises the version of a workspace's scope, on SQLite: organization, workspace. */
export const fenceWorkspace =
  "INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok) " +
  "VALUES (?, ?, 'workspace', '', 1, 0, 0, 0) " +
  "ON CONFLICT (organization_id, subject, kind, guardrail_id) DO UPDATE SET version = version + 1"

/**
 * Assigns those of these users who are members of the organization. Parameters: organization, guardrail, assigner, time,
 * ids, users.
 */
export const assignMembers = (at: Variable): string =>
  "INSERT INTO guardrail_members (id, organization_id, workspace_id, user_id, guardrail_id, assigned_by, created_at) " +
  `SELECT given.id, g.organization_id, g.workspace_id, m.user_id, g.id, ${at(3)}, ${at(4)}::bigint FROM ` +
  // Without the lock, two assignments would deadlock over the sizes of the lists.
  "(SELECT g.* FROM guardrails g JOIN workspaces w ON w.organization_id = g.organization_id AND w.id = g.workspace_id " +
  `WHERE g.organization_id = ${at(1)} AND g.id = ${at(2)} FOR NO KEY UPDATE OF w) g ` +
  `CROSS JOIN unnest(${at(5)}::text[], ${at(6)}::text[]) AS given (id, user_id) ` +
  "JOIN organization_members m ON m.organization_id = g.organization_id AND m.user_id = given.user_id " +
  "ORDER BY m.user_id " +
  "ON CONFLICT (workspace_id, user_id) DO UPDATE SET id = excluded.id, guardrail_id = excluded.guardrail_id, " +
  "assigned_by = excluded.assigned_by, created_at = excluded.created_at " +
  "WHERE guardrail_members.guardrail_id <> excluded.guardrail_id RETURNING user_id"
