import { createHash } from "node:crypto"
import { type KeyRow, wholeKeyByHand } from "../requests/keyByHand.js"
import { openByHand } from "../storage/openByHand.js"
import { hashByHand } from "../storage/secretByHand.js"
import * as Statements from "../storage/statements.js"

const kinds = ["lifetime", "daily", "weekly", "monthly"]
const four = (f: (kind: string) => string) => kinds.map(f).join(", ")
const held = four((kind) => `held_${kind} = held_${kind} + ?`)
const settled = four((kind) => `held_${kind} = held_${kind} - ?, spent_${kind} = spent_${kind} + ?`)
const full = kinds.map((kind) => `limit_${kind} < spent_${kind} + held_${kind} + ?`).join(" OR ")
const IN = "id IN (?, ?, ?)"

const tables = `CREATE TABLE hand_scopes (id TEXT PRIMARY KEY, ${four((k) => `limit_${k} INTEGER`)},
  ${["spent", "held"].map((of) => four((k) => `${of}_${k} INTEGER NOT NULL DEFAULT 0`)).join(", ")}) STRICT, WITHOUT ROWID;
CREATE TABLE hand_requests (id TEXT PRIMARY KEY, key TEXT NOT NULL, workspace TEXT NOT NULL, organization TEXT NOT NULL,
  user TEXT NOT NULL, model TEXT NOT NULL, state INTEGER NOT NULL, held INTEGER NOT NULL, spent INTEGER, at INTEGER NOT NULL,
  lease_ends_at INTEGER NOT NULL, ended_at INTEGER) STRICT, WITHOUT ROWID;
CREATE INDEX hand_leases ON hand_requests (lease_ends_at) WHERE state = 0`

interface HeldRow {
  readonly id: string
  readonly key: string
  readonly workspace: string
  readonly organization: string
  readonly user: string
  readonly model: string
  readonly state: number
  readonly held: number
  readonly spent: number | null
  readonly at: number
  readonly lease_ends_at: number
  readonly ended_at: number | null
}

interface IdentityRow {
  readonly hash: string
  readonly organization_id: string
  readonly workspace_id: string
  readonly creator_user_id: string
  readonly is_management: number
  readonly disabled: number
  readonly expires_at: number | null
}

const LEASE = 600_000
const dollars = (nanos: number) => nanos / 1e9
const iso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

const shown = (row: HeldRow) => ({
  id: row.id,
  state: row.state === 0 ? "open" : "settled",
  amount: dollars(row.held),
  cost: row.spent === null ? null : dollars(row.spent),
  is_byok: false,
  key_hash: row.key,
  workspace_id: row.workspace,
  user_id: row.user,
  models: [row.model],
  provider: null,
  credential_id: null,
  basis: null,
  labels: {},
  instance: null,
  opened_at: iso(row.at),
  sent_at: null,
  lease_ends_at: iso(row.lease_ends_at),
  ended_at: iso(row.ended_at),
  corrections: 0,
  flags: []
})

const own = { id: null, provider: null, name: null, label: null }

/** Holds and their settlements on a copy of the demo's database, in tables of its own, written by hand for nothing else. */
export const holdsByHand = (file: string) => {
  const db = openByHand(file)
  db.exec(tables)
  const gatewayKey = db.prepare<[string], { readonly hash: string }>("SELECT hash FROM gateway_keys WHERE hash = ?")
  const identify = db.prepare<[string, number], IdentityRow>(Statements.identify(() => "?"))
  const findKey = db.prepare<[string, string], KeyRow>(Statements.find(() => "?"))
  const create = db.prepare("INSERT INTO hand_scopes (id) VALUES (?), (?), (?) ON CONFLICT DO NOTHING")
  const look = db.prepare(`SELECT 1 FROM hand_scopes WHERE ${IN} AND (${full})`)
  const hold = db.prepare(`UPDATE hand_scopes SET ${held} WHERE ${IN}`)
  const open = db.prepare<Array<string | number>, HeldRow>(
    "INSERT INTO hand_requests VALUES (?, ?, ?, ?, ?, ?, 0, ?, NULL, ?, ?, NULL) RETURNING *"
  )
  const end = db.prepare<[number, number, string], HeldRow>(
    "UPDATE hand_requests SET state = 4, spent = ?, ended_at = ? WHERE id = ? AND state = 0 RETURNING *"
  )
  const charge = db.prepare(`UPDATE hand_scopes SET ${settled} WHERE ${IN}`)
  const known = new Set<string>()

  const admit = db.transaction((key: IdentityRow, id: string, model: string, amount: number, now: number) => {
    const scopes = [key.hash, key.workspace_id, key.organization_id]
    if (!known.has(key.hash)) create.run(...scopes)
    known.add(key.hash)
    if (look.get(...scopes, amount, amount, amount, amount) !== undefined) return null
    hold.run(amount, amount, amount, amount, ...scopes)
    const terms = [id, key.hash, key.workspace_id, key.organization_id, key.creator_user_id, model]
    return open.get(...terms, amount, now, now + LEASE) ?? null
  })
  const settle = db.transaction((id: string, cost: number) => {
    const row = end.get(cost, Date.now(), id)
    if (row === undefined) return null
    const four = [row.held, cost, row.held, cost, row.held, cost, row.held, cost]
    charge.run(...four, row.key, row.workspace, row.organization)
    return shown(row)
  })

  return {
    isGateway: (authorization: string | undefined): boolean => {
      const secret = /^bearer +(tg_gk_[0-9A-Za-z]{49})$/i.exec(authorization ?? "")?.[1]
      return secret !== undefined && gatewayKey.get(createHash("sha256").update(secret).digest("hex")) !== undefined
    },
    authorize: (secret: string, id: string, model: string, amount: number) => {
      const now = Date.now()
      const hash = hashByHand(secret)
      const key = hash === null ? undefined : identify.get(hash, now)
      if (key === undefined || key.disabled || key.is_management) return null
      if (key.expires_at !== null && key.expires_at <= now) return null
      const row = admit.immediate(key, id, model, amount, now)
      const record = findKey.get(key.organization_id, key.hash)
      if (row === null || record === undefined) return null
      return {
        data: shown(row),
        repeated: false,
        plan: { credentials: [own], left_out: [] },
        providers: null,
        key_holder: {
          kind: "ordinary",
          organization_id: key.organization_id,
          workspace_id: key.workspace_id,
          user_id: key.creator_user_id,
          key: wholeKeyByHand(record, now)
        },
        budgets: []
      }
    },
    settle: (id: string, cost: number) => {
      const data = settle.immediate(id, cost)
      return data === null ? null : { data }
    }
  }
}
