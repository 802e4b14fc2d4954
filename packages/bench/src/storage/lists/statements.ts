/** How a dialect counts from 1 to `@count`, and generates an id and a hash. */
interface Dialect {
  /** What comes before INSERT, if anything. */
  readonly counting: string
  /** Rows of `n`. */
  readonly numbers: string
  readonly uuid: string
  readonly hash: string
}

export const sqlite: Dialect = {
  counting: "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)",
  numbers: "numbers",
  uuid: "uuid()",
  hash: "lower(hex(randomblob(32)))"
}

export const postgres: Dialect = {
  counting: "",
  numbers: "generate_series(1, @count) AS numbers(n)",
  uuid: "gen_random_uuid()",
  hash: "encode(sha256(gen_random_uuid()::text::bytea), 'hex')"
}

const organization = "(SELECT organization_id FROM workspaces WHERE id = @workspace)"
/** Every other row goes to another workspace. */
const workspace = "CASE n % 2 WHEN 0 THEN @workspace ELSE @other END"

const spent = ["total", "daily", "weekly", "monthly"].map((window) => `own_spent_${window}`)

/** What the keys have used. */
const scopesOfKeys = `INSERT INTO spending_scopes
(organization_id, subject, kind, guardrail_id, version, day, holds, include_byok, ${spent.join(", ")})
SELECT organization_id, hash, 'key', '', 0, 20458, 0, FALSE, ${spent.map(() => "created_at").join(", ")}
FROM api_keys WHERE organization_id = ${organization}`

/** Adds this many rows to a table, each newer than the one before. */
export const statementsOf = ({ counting, hash, numbers, uuid }: Dialect) => {
  const insertion = (table: string, values: Readonly<Record<string, string>>) =>
    `${counting} INSERT INTO ${table} (${Object.keys(values).join(", ")}, created_at)
SELECT ${Object.values(values).join(", ")}, @now + n FROM ${numbers}`
  const own = { id: uuid, organization_id: organization }
  return {
    organization_members: [insertion("organization_members", { ...own, user_id: "'user-' || n", role: "'member'" })],
    workspace_members: [
      insertion("workspace_members", {
        ...own,
        workspace_id: "@workspace",
        user_id: "'user-' || n"
      })
    ],
    workspaces: [insertion("workspaces", { ...own, slug: "'filled-' || n", name: "'Filled'" })],
    // One of five is enabled, so a scan for enabled keys would read five times as many.
    api_keys: [
      insertion("api_keys", {
        hash,
        organization_id: organization,
        workspace_id: workspace,
        creator_user_id: "'owner'",
        is_management: "FALSE",
        name: "'key ' || n",
        label: "'tg_sk_4fz...9QxL'",
        disabled: "n % 20 > 3",
        '"limit"': "25000000000",
        limit_reset: "'monthly'",
        include_byok_in_limit: "FALSE",
        updated_at: "@now"
      }),
      scopesOfKeys
    ],
    byok_credentials: [
      insertion("byok_credentials", {
        ...own,
        workspace_id: workspace,
        provider: "CASE WHEN n % 20 > 3 THEN 'openai' ELSE 'anthropic' END",
        sealed: "CAST('sealed' AS BLOB)",
        label: "'sk-p...mnop'",
        disabled: "FALSE",
        is_fallback: "FALSE",
        sort_order: "n"
      })
    ],
    guardrails: [insertion("guardrails", { ...own, workspace_id: workspace, name: "'Filled'" })],
    guardrail_members: [
      insertion("guardrail_members", {
        ...own,
        workspace_id: "@workspace",
        guardrail_id: "@guardrail",
        user_id: "'user-' || n"
      })
    ]
  }
}

/** A table that can be filled. */
export type Filled = keyof ReturnType<typeof statementsOf>
