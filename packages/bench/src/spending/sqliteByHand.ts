import { createHash, randomBytes } from "node:crypto"
import type { Round } from "../harness/alternate.js"
import { openByHand } from "../storage/openByHand.js"
import { byCallers, groupCommit } from "./groupCommit.js"
import { COST, HELD, KEYS, LIMIT, scopesOf, WORKSPACES } from "./scopesOf.js"

const kinds = ["total", "daily", "weekly", "monthly"]
const four = (f: (kind: string) => string) => kinds.map(f).join(", ")
const held = four((kind) => `own_held_${kind} = own_held_${kind} + ?`)
const settled = four((kind) => `own_held_${kind} = own_held_${kind} - ?, own_spent_${kind} = own_spent_${kind} + ?`)
const full = kinds.map((kind) => `limit_${kind} < own_spent_${kind} + own_held_${kind} + own_unknown_${kind} + ?`)
const IN = "id IN (?, ?, ?, ?, ?)"
const DAY = 20_000

const columns =
  "id, organization, workspace, api_key, member, request, state, asked, amount, is_byok, flags, lease_seconds, day, scopes, input_tokens, output_tokens, opened_at, lease_ends_at"
const insertScope = `INSERT INTO spending_scopes
  (organization_id, kind, guardrail_id, subject, version, day, holds, include_byok, limit_daily) VALUES (?, ?, ?, ?, 0, ?, 0, 0, ?)`
const scopeKinds = ["key", "guardrail_key", "guardrail_member", "workspace", "organization"]
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

/** A UUID of version 7, as 16 bytes. */
const newId = (now: number) => {
  const id = randomBytes(16)
  id.writeUIntBE(now, 0, 6)
  return id
}

/**
 * The same statements on the same tables, written for nothing else: the scopes are looked at by one statement, and charged by one
 * statement. Limits are judged in four windows, all of one day. Callers share transactions, as in Tollgate. `file` has the tables already.
 */
export const sqliteByHand = (file: string) => {
  const db = openByHand(file)
  const grouped = groupCommit(db)
  const ids = new Map<number, number | bigint>()
  const create = db.prepare(insertScope)
  const insertName = db.prepare("INSERT INTO spending_names (digest, name) VALUES (?, ?)")
  const nameOf = (name: string) => insertName.run(createHash("sha256").update(name).digest(), name).lastInsertRowid
  const names = { organization: 0, member: 0, request: 0, outcome: 0 } as Record<string, number | bigint>
  const keys: Array<number | bigint> = []
  const workspaces: Array<number | bigint> = []
  db.transaction(() => {
    for (const name of Object.keys(names)) names[name] = nameOf(name)
    for (let n = 0; n < WORKSPACES; n++) workspaces.push(nameOf(`workspace ${n}`))
    for (let n = 0; n < KEYS; n++) {
      keys.push(nameOf(`key ${n}`))
      scopesOf(n).forEach((scope, at) => {
        if (ids.has(scope)) return
        const kind = scopeKinds[at] ?? ""
        const guardrail = kind.startsWith("guardrail") ? uuid(at) : ""
        ids.set(scope, create.run(uuid(1), kind, guardrail, String(scope), DAY, LIMIT).lastInsertRowid)
      })
    }
  })()
  const look = db.prepare(`SELECT 1 FROM spending_scopes WHERE ${IN} AND (day <> ? OR ${full.join(" OR ")})`)
  const hold = db.prepare(`UPDATE spending_scopes SET holds = holds + 1, ${held} WHERE ${IN}`)
  const open = db.prepare(
    `INSERT INTO spending_holds (${columns}) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, 0, 0, 600, ${DAY}, ?, 0, 0, ?, ?)`
  )
  const end = db.prepare(`UPDATE spending_holds SET state = 4, cost = ?, outcome = ?, input_tokens = 100,
  output_tokens = 200, ended_at = ? WHERE id = ? AND state = 0`)
  const settle = db.prepare(`UPDATE spending_scopes SET holds = holds - 1, ${settled} WHERE ${IN}`)
  interface Request {
    readonly n: number
    readonly id: Buffer
    readonly scopes: ReadonlyArray<number | bigint | undefined>
  }
  const authorizeOne = ({ id, n, scopes }: Request) => {
    if (look.get(...scopes, DAY, HELD, HELD, HELD, HELD) !== undefined) throw new Error("It does not fit")
    hold.run(HELD, HELD, HELD, HELD, ...scopes)
    const now = Date.now()
    const of = [names.organization, workspaces[n % WORKSPACES], keys[n % KEYS], names.member, names.request]
    open.run(id, ...of, HELD, HELD, scopes.join(","), now, now + 600_000)
  }
  const settleOne = ({ id, scopes }: Request) => {
    if (end.run(COST, names.outcome, Date.now(), id).changes !== 1) throw new Error("It is over")
    settle.run(HELD, COST, HELD, COST, HELD, COST, HELD, COST, ...scopes)
  }
  let next = 0
  const request = (): Request => {
    const n = next++
    return { n, id: newId(Date.now()), scopes: scopesOf(n).map((scope) => ids.get(scope)) }
  }
  const act = async () => {
    const made = request()
    await grouped(() => authorizeOne(made))
    await grouped(() => settleOne(made))
  }
  return {
    rounds:
      (callers: number): Round =>
      (acts) =>
        byCallers(callers, acts, act),
    close: (): void => {
      db.close()
    }
  }
}
