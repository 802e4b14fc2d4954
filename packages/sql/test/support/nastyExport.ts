import { createHash } from "node:crypto"
import { archivedTables, VERSION } from "../../dist/archive/archivedTables.js"

type Row = Readonly<Record<string, string | number | boolean | null>>

const hex = (number: number, length: number) => number.toString(16).padStart(length, "0")
export const uuid = (number: number) => hex(number, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
export const hash = (number: number) => hex(number, 64)

const windows = ["total", "daily", "weekly", "monthly"]
const each = (names: ReadonlyArray<string>, value: (at: number) => string | null): Row =>
  Object.fromEntries(names.flatMap((name) => windows.map((window, at) => [`${name}_${window}`, value(at)])))

/** Texts that a careless export would change: quotes, controls, marks, and characters beyond 16 bits. */
const texts = [
  "plain",
  "🔑 ключ 鍵",
  "\u0001\u0007\b\t\n\u000b\r\u001f\u007f\u0085",
  "\u2028\u2029\ufeff\u200f",
  '\'; DROP TABLE "x"; -- \\ % _ $1 ? :a',
  "e\u0301 é \u{1f468}\u200d\u{1f469}\u200d\u{1f467}"
]
const [GREATEST, LEAST, SAFE] = ["9223372036854775807", "-9223372036854775808", 9_007_199_254_740_991]
const amounts = [GREATEST, "0", "9007199254740993", "1"]
const times = [8_640_000_000_000_000, 0, -8_640_000_000_000_000, 1_700_000_000_001]

const pick = <A>(values: ReadonlyArray<A>, at: number): A => {
  const value = values[at % values.length]
  if (value === undefined) throw new Error("There are no values.")
  return value
}

/** The row of an organization, in the order of an export. */
export const organizationRow = (
  id: string,
  name: string,
  owner_user_id: string,
  default_workspace_id: string,
  created_at: number,
  default_key_limit: string | null = null,
  alert_thresholds: string | null = null
): Row => ({
  id,
  name,
  initial_name: name,
  owner_user_id,
  default_workspace_id,
  created_at,
  default_key_limit,
  alert_thresholds
})

/** The rows of an account of its own that differ from all others. Their columns are in the order of an export. */
const accountOf = (n: number): Readonly<Record<string, Row>> => {
  const [text, time, amount] = [pick(texts, n), pick(times, n), pick(amounts, n)]
  const some = <A>(value: A) => (n % 2 === 0 ? value : null)
  const [organization_id, workspace_id, user_id] = [uuid(n), uuid(n + 1000), `${text} ${n}`]
  const inWorkspace = { organization_id, workspace_id }
  const created_at = time
  const json = JSON.stringify({ [text]: [text, 1e21, "\u0000"] })
  const list = some(JSON.stringify([text, "\u0000"]))
  const assigned = { guardrail_id: uuid(n + 2000), assigned_by: some(text), created_at }
  return {
    organizations: organizationRow(
      organization_id,
      text,
      user_id,
      workspace_id,
      created_at,
      some(amount),
      some("[1,99]")
    ),
    organization_members: { id: uuid(n + 3000), organization_id, user_id, role: "admin", created_at },
    workspaces: {
      id: workspace_id,
      organization_id,
      slug: "default",
      name: text,
      description: some(text),
      created_at,
      updated_at: some(time),
      created_by: some(text),
      max_in_flight: some(SAFE)
    },
    workspace_members: { ...inWorkspace, user_id, id: uuid(n + 4000), created_at },
    api_keys: {
      // Not all numbers, as after deletions.
      id: n * 3 + 1,
      hash: hash(n),
      ...inWorkspace,
      creator_user_id: user_id,
      is_management: n % 3 === 0,
      is_read_only: n % 6 === 0,
      name: text,
      label: some(text) ?? "",
      disabled: n % 2 === 1,
      limit: some(amount),
      limit_reset: pick(["daily", null, "weekly", "monthly"], n),
      include_byok_in_limit: n % 2 === 0,
      created_at,
      updated_at: time,
      expires_at: some(time),
      metadata: json,
      external_id: some(text),
      created_by: some(text),
      last_used_at: some(time),
      max_in_flight: some(1)
    },
    // Of every third key, the first secret is gone: no row may come back.
    key_secrets: { secret_hash: hash(n % 3 === 0 ? n + 5000 : n), key_id: n * 3 + 1, until: some(time) },
    key_prefixes: { organization_id, prefix: text },
    gateway_keys: { hash: hash(n), label: text, organization_id: some(organization_id), created_at },
    byok_credentials: {
      id: uuid(n),
      ...inWorkspace,
      provider: text,
      sealed: Buffer.from([0, 255, n % 256, 10, 13]).toString("base64"),
      label: "",
      name: some(text),
      disabled: n % 2 === 0,
      is_fallback: n % 2 === 1,
      sort_order: SAFE,
      created_at,
      allowed_models: list,
      allowed_api_key_hashes: list,
      allowed_user_ids: some("[]")
    },
    guardrails: {
      id: uuid(n + 2000),
      ...inWorkspace,
      name: text,
      description: some(text),
      limit_usd: some(amount),
      reset_interval: pick([null, "daily", "monthly"], n),
      created_at,
      updated_at: some(time),
      enforce_zdr: pick([true, false, null], n),
      include_byok_in_budgets: n % 2 === 1,
      allowed_models: list,
      ignored_models: list,
      allowed_providers: null,
      ignored_providers: "[ ]",
      max_in_flight: some(1_000_000_000)
    },
    guardrail_members: { id: uuid(n), ...inWorkspace, user_id, ...assigned },
    guardrail_key_assignments: { id: uuid(n), ...inWorkspace, key_hash: hash(n), ...assigned },
    webhooks: {
      id: uuid(n),
      organization_id,
      name: some(text),
      url: `https://hooks.example/${text}`,
      label: "",
      kinds: some('[ "crossing" ]'),
      scopes: list,
      disabled: n % 2 === 0,
      created_at,
      sealed: Buffer.from([255, 0, n % 256, 13]).toString("base64")
    },
    webhook_deliveries: {
      id: uuid(n),
      organization_id,
      webhook_id: uuid(n),
      alert_id: hash(n).slice(32),
      state: pick(["pending", "delivered", "failed"], n),
      attempts: SAFE,
      next_at: n % 3 === 0 ? time : null,
      leased_until: some(time),
      created_at,
      ended_at: n % 3 === 0 ? null : time,
      status: some(SAFE),
      error: some(text)
    },
    presets: {
      id: uuid(n),
      ...inWorkspace,
      slug: "a-1",
      name: text,
      description: some(text),
      designated_version_id: uuid(n),
      status: text,
      status_updated_at: some(time),
      creator_user_id: text,
      created_at,
      updated_at: time
    },
    preset_versions: {
      id: uuid(n),
      organization_id,
      preset_id: uuid(n),
      version: SAFE,
      creator_user_id: text,
      system_prompt: some(text),
      config: json,
      created_at
    },
    image_catalogs: { organization_id, version: "", models: '[ 1e400, {"b":1,"a":2} ]' },
    price_versions: {
      provider: "p",
      name: `model ${hex(n, 4)}`,
      is_alias: n % 2 === 0,
      valid_from: -8_640_000_000_000_000,
      valid_until: 8_640_000_000_000_000,
      replaced_at: some(time),
      version: text,
      card: json
    },
    spending_scopes: {
      id: n * 2 + 7,
      organization_id,
      kind: pick(["key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"], n),
      guardrail_id: some(text) ?? "",
      subject: some(text) ?? "",
      version: SAFE,
      day: -n,
      ahead: some(n),
      holds: n,
      include_byok: n % 2 === 0,
      ...each(["limit"], (at) => (at === n % 4 ? amount : null)),
      ...each(["own_spent", "own_held", "own_unknown", "byok_spent", "byok_held", "byok_unknown"], (at) =>
        pick([...amounts, LEAST], n + at)
      ),
      ...each(["own_opening", "byok_opening"], (at) => pick([LEAST, "-1"], n + at)),
      opening_day: -n,
      max_in_flight: some(SAFE),
      entries: SAFE,
      parent: some(n),
      requests: some(SAFE),
      opening_requests: some(n),
      max_requests: some(SAFE),
      created_at: some(time),
      charged_at: some(time),
      ends_at: some(time),
      listed_at: some(time),
      stopped: some(n % 2 === 0),
      boosts: some("daily:1:2/weekly:3:4"),
      checked: -1,
      level: n % 11,
      thresholds: some("50/80/100")
    },
    alerts: {
      id: hex(n, 32),
      organization_id,
      kind: pick(["crossing", "refused", "unknown", "request"], n),
      created_at: time,
      scope: pick(["key", "guardrail_key", "guardrail_member", "run", "workspace", "organization"], n),
      guardrail_id: some(text) ?? "",
      subject: text,
      period: pick(["lifetime", "daily", "weekly", "monthly"], n),
      threshold: some(80),
      limit_usd: amount,
      spent: GREATEST,
      held: LEAST,
      unknown: "0",
      resets_at: some(time),
      request_id: some(text),
      asked: some(amount),
      reason: some(text),
      dispatched: n % 2 === 0
    },
    spending_boosts: {
      id: uuid(n + 9000),
      organization_id,
      scope: pick(["key", "guardrail_key", "guardrail_member", "workspace"], n),
      guardrail_id: some(uuid(n + 2000)),
      subject: text,
      period: pick(["lifetime", "daily", "weekly", "monthly"], n),
      amount,
      until: time,
      reason: text,
      created_at: time,
      created_by: some(hash(n)),
      request_id: some(uuid(n + 9500)),
      ended_at: some(time)
    },
    budget_requests: {
      id: uuid(n + 9500),
      organization_id,
      key_hash: hash(n),
      user_id,
      period: pick(["lifetime", "daily", "weekly", "monthly"], n),
      asked: amount,
      reason: text,
      state: pick(["open", "approved", "refused"], n),
      created_at: time,
      decided_at: some(time),
      decided_by: some(hash(n)),
      decision: some(text),
      boost_id: some(uuid(n + 9000)),
      approved: some(amount),
      until: some(time)
    },
    spending_names: {
      id: n + 1,
      digest: createHash("sha256").update(`${text} ${n}`).digest("base64"),
      name: `${text} ${n}`,
      unused_since: some(time)
    },
    spending_holds: {
      id: uuid(n),
      organization: n + 1,
      workspace: n + 1,
      api_key: n + 1,
      member: n + 1,
      request: n + 1,
      labels: some(n + 1),
      instance: null,
      outcome: some(n + 1),
      variant: some(n + 1),
      state: n % 5,
      asked: amount,
      amount: LEAST,
      cost: some(amount),
      is_byok: n % 2 === 0,
      flags: n,
      lease_seconds: 60,
      day: n,
      parts: some("1:2"),
      scopes: String(n * 2 + 7),
      input_tokens: GREATEST,
      output_tokens: "0",
      opened_at: time,
      sent_at: some(time),
      lease_ends_at: time,
      ended_at: some(time),
      corrections: n,
      entry: some(SAFE),
      unknown_entry: some(n + 1),
      unknown_at: some(time)
    },
    spending_days: { organization: n + 1, day: -n },
    spending_sums: {
      ...Object.fromEntries(
        ["organization", "day", "api_key", "pruned", "workspace", "member", "request", "outcome", "labels"].map(
          (name) => [name, n]
        )
      ),
      ...Object.fromEntries(
        ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"].map((name) => [name, amount])
      )
    },
    spending_corrections: {
      id: n * 5 + 2,
      hold: uuid(n),
      organization_id,
      replaced_cost: amount,
      cost: LEAST,
      reason: text,
      corrected_by: some(hash(n)),
      corrected_at: time,
      entry: some(SAFE)
    },
    audit_entries: {
      id: n * 7 + 3,
      organization_id: n === 0 ? "" : organization_id,
      seq: SAFE,
      hash: hash(n),
      created_at,
      actor_kind: pick(["management", "host"], n),
      actor_hash: some(""),
      actor_user_id: some(text),
      action: "",
      object: some(text),
      changes: json,
      secrets: "[]",
      request_id: some(text),
      address: some("::1")
    },
    audit_heads: {
      organization_id: n === 0 ? "" : organization_id,
      seq: SAFE,
      hash: hash(n),
      deleted_seq: 0,
      deleted_hash: hash(0)
    },
    audit_checks: {
      organization_id: n === 0 ? "" : organization_id,
      checked_at: time,
      seq: SAFE,
      intact: n % 2 === 0
    }
  }
}

/** The sizes of an account's lists: each has its one row. */
const sizesOf = (n: number): ReadonlyArray<Row> => {
  const account = accountOf(n)
  const [workspace, guardrail, provider] = [uuid(n + 1000), uuid(n + 2000), account["byok_credentials"]?.["provider"]]
  const enabled = n % 2 === 1 ? [] : ["enabled keys", `enabled keys of ${workspace}`]
  const lists = [
    ...enabled,
    "keys",
    `keys of ${workspace}`,
    "credentials",
    `credentials for ${provider}`,
    `credentials of ${workspace}`,
    `credentials of ${workspace} for ${provider}`,
    "guardrails",
    `guardrails of ${workspace}`,
    "assigned members",
    `members of ${guardrail}`,
    "assigned keys",
    `assigned keys of ${guardrail}`,
    "members",
    "presets",
    `presets of ${workspace}`,
    `versions of ${uuid(n)}`,
    "workspaces",
    `workspace members of ${workspace}`,
    "webhooks",
    `deliveries of ${uuid(n)}`,
    `${pick(["pending", "delivered", "failed"], n)} deliveries of ${uuid(n)}`
  ]
  return lists
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((list) => ({ organization_id: uuid(n), list, size: 1 }))
}

const meta = [
  ["first_management_key", hash(0)],
  ["first_organization_id", uuid(0)],
  ["master_key_id", "none"],
  ["names_swept_at", "1700000000000"]
]

/** Rows of a table, in the order of an export. */
const rowsOf = (name: string, accounts: ReadonlyArray<number>): ReadonlyArray<Row> => {
  if (name === "list_sizes") return accounts.flatMap(sizesOf)
  if (name === "tollgate_meta") return meta.map(([name = "", value = ""]) => ({ name, value }))
  const rows = accounts.map((n) => accountOf(n)[name] ?? {})
  const byHash = (a: Row, b: Row) => (String(a["secret_hash"]) < String(b["secret_hash"]) ? -1 : 1)
  return name === "key_secrets" ? [...rows].sort(byHash) : rows
}

/** Lines with the last one, which has their checksum and the number of their rows. */
export const sealed = (lines: ReadonlyArray<string>, rows = lines.length - 1): string => {
  const text = lines.map((line) => `${line}\n`).join("")
  return `${text}${JSON.stringify({ rows, sha256: createHash("sha256").update(text).digest("hex") })}\n`
}

/** The lines of an export with the ledger, without the last one: accounts with a row in every table. */
export const nastyLines = (accounts: number): ReadonlyArray<string> => {
  const numbers = Array.from({ length: accounts }, (_, n) => n)
  return [
    JSON.stringify({ format: "tollgate export", version: VERSION, ledger: true, master_key: "none" }),
    ...archivedTables.flatMap(({ name }) => rowsOf(name, numbers).map((row) => JSON.stringify({ table: name, row })))
  ]
}
