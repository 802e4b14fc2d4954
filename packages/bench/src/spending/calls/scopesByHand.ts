import type Sqlite from "better-sqlite3"

const windows = ["lifetime", "daily", "weekly", "monthly"] as const
const four = (f: (window: (typeof windows)[number]) => string) => windows.map(f).join(", ")
const held = four((window) => `held_${window} = held_${window} + ?`)
const settled = four((window) => `held_${window} = held_${window} - ?, spent_${window} = spent_${window} + ?`)
const full = windows.map((window) => `limit_${window} < spent_${window} + held_${window} + ?`).join(" OR ")
const kinds = ["key", "guardrail_key", "guardrail_member", "workspace", "organization"]
const IN = "id IN (?, ?, ?, ?, ?)"

const tables = `CREATE TABLE hand_scopes (id TEXT PRIMARY KEY, kind TEXT NOT NULL, ${four((w) => `limit_${w} INTEGER`)},
  ${["spent", "held"].map((of) => four((w) => `${of}_${w} INTEGER NOT NULL DEFAULT 0`)).join(", ")}) STRICT, WITHOUT ROWID`

/** A limit of a scope, which has one in at most one window. */
interface Limit {
  readonly limit: number | null
  readonly window: "daily" | "weekly" | "monthly" | null
}

interface GuardrailRow extends Limit {
  readonly kind: "guardrail_key" | "guardrail_member"
  readonly id: string
}

interface ScopeRow {
  readonly kind: string
  readonly [amount: `${"limit" | "spent" | "held"}_${string}`]: number | null
}

/** What the scopes of a key follow from. */
export interface ChargedKey extends Limit {
  readonly hash: string
  readonly workspace: string
  readonly organization: string
  readonly user: string
}

const dollars = (nanos: number) => nanos / 1e9
const DAY_MS = 86_400_000

/** The end of a day, week or month at an instant, as text. The windows are not those of an account: nothing of a run outlives one. */
const resetsAt = (window: string, now: number) =>
  window === "lifetime" ? null : new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS).toISOString()

const budgetsOf = (row: ScopeRow, now: number) =>
  windows.flatMap((window) => {
    const [limit, spent, held] = [row[`limit_${window}`], row[`spent_${window}`] ?? 0, row[`held_${window}`] ?? 0]
    if (limit === null || limit === undefined) return []
    return {
      scope: row.kind,
      window,
      limit: dollars(limit),
      spent: dollars(spent),
      held: dollars(held),
      unknown: 0,
      remaining: dollars(limit - spent - held),
      resets_at: resetsAt(window, now)
    }
  })

/** The five scopes of each key in a table of its own. Which they are is read once, at the first request of a key. */
export const scopesByHand = (db: Sqlite.Database) => {
  db.exec(tables)
  const guardrails = db.prepare<Array<string>, GuardrailRow>(
    `SELECT 'guardrail_key' AS kind, g.id, g.limit_usd AS "limit", g.reset_interval AS window
FROM guardrail_key_assignments AS a JOIN guardrails AS g ON g.id = a.guardrail_id WHERE a.workspace_id = ? AND a.key_hash = ?
UNION ALL SELECT 'guardrail_member', g.id, g.limit_usd, g.reset_interval
FROM guardrail_members AS a JOIN guardrails AS g ON g.id = a.guardrail_id WHERE a.workspace_id = ? AND a.user_id = ?`
  )
  const create = db.prepare(
    `INSERT INTO hand_scopes (id, kind, ${four((window) => `limit_${window}`)}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
  )
  const look = db.prepare(`SELECT 1 FROM hand_scopes WHERE ${IN} AND (${full})`)
  const hold = db.prepare<Array<string | number>, ScopeRow>(`UPDATE hand_scopes SET ${held} WHERE ${IN} RETURNING *`)
  const charge = db.prepare(`UPDATE hand_scopes SET ${settled} WHERE ${IN}`)
  const known = new Map<string, ReadonlyArray<string>>()

  const begin = (id: string, kind: string, { limit, window }: Limit) => {
    create.run(id, kind, ...windows.map((of) => (of === (window ?? "lifetime") ? limit : null)))
    return id
  }
  const unlimited = { limit: null, window: null }
  const scopesOf = (key: ChargedKey) => {
    const found = known.get(key.hash)
    if (found !== undefined) return found
    const scopes = [
      begin(key.hash, "key", key),
      ...guardrails
        .all(key.workspace, key.hash, key.workspace, key.user)
        .map((row) => begin(`${row.id}/${row.kind === "guardrail_key" ? key.hash : key.user}`, row.kind, row)),
      begin(key.workspace, "workspace", unlimited),
      begin(key.organization, "organization", unlimited)
    ]
    if (scopes.length !== kinds.length) throw new Error(`The key has ${scopes.length} scopes`)
    known.set(key.hash, scopes)
    return scopes
  }
  return {
    /** Holds an amount, and returns the budgets after it; null if it does not fit. */
    hold: (key: ChargedKey, amount: number, now: number) => {
      const scopes = scopesOf(key)
      if (look.get(...scopes, amount, amount, amount, amount) !== undefined) return null
      const rows = hold.all(amount, amount, amount, amount, ...scopes)
      const inOrder = rows.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
      return inOrder.flatMap((row) => budgetsOf(row, now))
    },
    /** Charges a key, which has held the amount in this process, with the cost. */
    settle: (hash: string, amount: number, cost: number) => {
      const terms = [amount, cost, amount, cost, amount, cost, amount, cost]
      charge.run(...terms, ...(known.get(hash) ?? []))
    }
  }
}
