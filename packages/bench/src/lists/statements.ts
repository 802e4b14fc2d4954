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

/** Adds this many rows to a table, each newer than the one before. */
export const statementsOf = ({ counting, hash, numbers, uuid }: Dialect) => {
  const insertion = (table: string, values: Readonly<Record<string, string>>) =>
    `${counting} INSERT INTO ${table} (${Object.keys(values).join(", ")}, created_at)
SELECT ${Object.values(values).join(", ")}, @now + n FROM ${numbers}`
  const own = { id: uuid, organization_id: organization }
  const amounts = ["usage", "byok"].flatMap((of) => ["total", "daily", "weekly", "monthly"].map((by) => `${of}_${by}`))
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
        windows_daily: "'2026-01-05'",
        windows_weekly: "'2026-01-05'",
        windows_monthly: "'2026-01-01'",
        ...Object.fromEntries(amounts.map((name) => [name, "n"])),
        updated_at: "@now"
      })
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
