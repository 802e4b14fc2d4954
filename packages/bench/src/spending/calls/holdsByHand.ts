import { createHash } from "node:crypto"
import { type KeyRow, wholeKeyByHand } from "../../requests/keyByHand.js"
import { openByHand } from "../../storage/openByHand.js"
import { hashByHand } from "../../storage/secretByHand.js"
import * as Statements from "../../storage/statements.js"
import { scopesByHand } from "./scopesByHand.js"

const tables = `CREATE TABLE hand_requests (id TEXT PRIMARY KEY, key TEXT NOT NULL, workspace TEXT NOT NULL, organization TEXT NOT NULL,
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

/** Holds and their settlements on a copy of a database, in tables of their own, written by hand for nothing else. */
export const holdsByHand = (file: string) => {
  const db = openByHand(file)
  db.exec(tables)
  const gatewayKey = db.prepare<[string], { readonly hash: string }>("SELECT hash FROM gateway_keys WHERE hash = ?")
  const identify = db.prepare<[string, number], IdentityRow>(Statements.identify(() => "?"))
  const findKey = db.prepare<[string, string], KeyRow>(Statements.find(() => "?"))
  const open = db.prepare<Array<string | number>, HeldRow>(
    "INSERT INTO hand_requests VALUES (?, ?, ?, ?, ?, ?, 0, ?, NULL, ?, ?, NULL) RETURNING *"
  )
  const end = db.prepare<[number, number, string], HeldRow>(
    "UPDATE hand_requests SET state = 4, spent = ?, ended_at = ? WHERE id = ? AND state = 0 RETURNING *"
  )
  const scopes = scopesByHand(db)

  const admit = db.transaction((identity: IdentityRow, id: string, model: string, amount: number, now: number) => {
    const { creator_user_id: user, hash, organization_id: organization, workspace_id: workspace } = identity
    const record = findKey.get(organization, hash)
    if (record === undefined) return null
    const limit = record.limit === null ? null : Number(record.limit)
    const charged = { hash, organization, workspace, user, limit, window: record.limit_reset }
    const budgets = scopes.hold(charged, amount, now)
    if (budgets === null) return null
    const row = open.get(id, hash, workspace, organization, user, model, amount, now, now + LEASE)
    return row === undefined ? null : { budgets, record, row }
  })
  const settle = db.transaction((id: string, cost: number) => {
    const row = end.get(cost, Date.now(), id)
    if (row === undefined) return null
    scopes.settle(row.key, row.held, cost)
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
      const admitted = admit.immediate(key, id, model, amount, now)
      if (admitted === null) return null
      return {
        data: shown(admitted.row),
        repeated: false,
        plan: { credentials: [own], left_out: [] },
        providers: null,
        key_holder: {
          kind: "ordinary",
          organization_id: key.organization_id,
          workspace_id: key.workspace_id,
          user_id: key.creator_user_id,
          key: wholeKeyByHand(admitted.record, now)
        },
        budgets: admitted.budgets
      }
    },
    settle: (id: string, cost: number) => {
      const data = settle.immediate(id, cost)
      return data === null ? null : { data }
    }
  }
}
