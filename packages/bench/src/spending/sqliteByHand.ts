import { createHash, randomBytes } from "node:crypto"
import type { Round } from "../harness/alternate.js"
import { openByHand } from "../storage/openByHand.js"
import { principalOf, type Row } from "../storage/rowByHand.js"
import { hashByHand } from "../storage/secretByHand.js"
import * as Statements from "../storage/statements.js"
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
  (organization_id, kind, guardrail_id, subject, version, day, holds, include_byok, limit_daily) VALUES (?, ?, ?, ?, 0, ?, 0, 0, ?)
  ON CONFLICT (organization_id, subject, kind, guardrail_id) DO UPDATE SET day = excluded.day, limit_daily = excluded.limit_daily
  RETURNING id`
const insertName = `INSERT INTO spending_names (digest, name) VALUES (?, ?)
  ON CONFLICT (digest) DO UPDATE SET name = excluded.name RETURNING id`
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

/** A UUID of version 7, as 16 bytes. */
const newId = (now: number) => {
  const id = randomBytes(16)
  id.writeUIntBE(now, 0, 6)
  return id
}

/** A key, and what its requests are charged to. */
export interface SpenderByHand {
  /** The text of the key, which is hashed and looked up first. Null if only what follows is measured. */
  readonly secret: string | null
  readonly hash: string
  readonly organization: string
  readonly workspace: string
  readonly user: string
  /** The guardrail of each scope, or an empty text, and whom the scope limits. */
  readonly scopes: ReadonlyArray<{ readonly kind: string; readonly guardrail: string; readonly subject: string }>
}

const scopeKinds = ["key", "guardrail_key", "guardrail_member", "workspace", "organization"]

/** The keys of the store's acts: of one organization with ten workspaces, and with a guardrail for each key and each member. */
const unnamed = (): ReadonlyArray<SpenderByHand> =>
  Array.from({ length: KEYS }, (_, n) => {
    const numbers = scopesOf(n)
    const scopes = scopeKinds.map((kind, at) => {
      const guardrail = kind.startsWith("guardrail") ? uuid(at) : ""
      return { kind, guardrail, subject: String(numbers[at]) }
    })
    const workspace = `workspace ${n % WORKSPACES}`
    return { secret: null, hash: `key ${n}`, organization: uuid(1), workspace, user: "member", scopes }
  })

/**
 * The same statements on the same tables, written for nothing else: the scopes are looked at by one statement, and charged by one
 * statement. Limits are judged in four windows, all of one day. Callers share transactions, as in Tollgate. `file` has the tables already,
 * and the keys that have a text. What a key is charged to is known.
 */
export const sqliteByHand = (file: string, spenders: ReadonlyArray<SpenderByHand> = unnamed()) => {
  const db = openByHand(file)
  const grouped = groupCommit(db)
  const identify = db.prepare<[string, number], Row>(Statements.identify(() => "?"))
  const ids = (text: string) => db.prepare<Array<unknown>, number>(text).pluck()
  const [createScope, createName] = [ids(insertScope), ids(insertName)]
  const nameOf = (name: string) => createName.get(createHash("sha256").update(name).digest(), name)
  const known = db.transaction(() => {
    const [request, outcome] = [nameOf("request"), nameOf("outcome")]
    return spenders.map(({ hash, organization, scopes, secret, user, workspace }) => ({
      secret,
      hash,
      names: [nameOf(organization), nameOf(workspace), nameOf(hash), nameOf(user), request],
      outcome,
      scopes: scopes.map(({ guardrail, kind, subject }) =>
        createScope.get(organization, kind, guardrail, subject, DAY, LIMIT)
      )
    }))
  })()
  type Known = (typeof known)[number]
  const byHash = new Map(known.map((of) => [of.hash, of]))
  const look = db.prepare(`SELECT 1 FROM spending_scopes WHERE ${IN} AND (day <> ? OR ${full.join(" OR ")})`)
  const hold = db.prepare(`UPDATE spending_scopes SET holds = holds + 1, ${held} WHERE ${IN}`)
  const open = db.prepare(
    `INSERT INTO spending_holds (${columns}) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, 0, 0, 600, ${DAY}, ?, 0, 0, ?, ?)`
  )
  const end = db.prepare(`UPDATE spending_holds SET state = 4, cost = ?, outcome = ?, input_tokens = 100,
  output_tokens = 200, ended_at = ? WHERE id = ? AND state = 0`)
  const settle = db.prepare(`UPDATE spending_scopes SET holds = holds - 1, ${settled} WHERE ${IN}`)
  const keyOf = (secret: string): Known => {
    const [hash, now] = [hashByHand(secret), Date.now()]
    const principal = hash === null ? null : principalOf(identify.get(hash, now), now)
    const found = principal?.kind === "ordinary" ? byHash.get(String(principal.keyHash)) : undefined
    if (found === undefined) throw new Error("The key may not spend")
    return found
  }
  const authorizeOne = (id: Buffer, given: Known) => {
    const { names, scopes } = given.secret === null ? given : keyOf(given.secret)
    if (look.get(...scopes, DAY, HELD, HELD, HELD, HELD) !== undefined) throw new Error("It does not fit")
    hold.run(HELD, HELD, HELD, HELD, ...scopes)
    const now = Date.now()
    open.run(id, ...names, HELD, HELD, scopes.join(","), now, now + 600_000)
  }
  const settleOne = (id: Buffer, { outcome, scopes }: Known) => {
    if (end.run(COST, outcome, Date.now(), id).changes !== 1) throw new Error("It is over")
    settle.run(HELD, COST, HELD, COST, HELD, COST, HELD, COST, ...scopes)
  }
  let next = 0
  const act = async () => {
    const of = known[next++ % known.length]
    if (of === undefined) throw new Error("There is no key")
    const id = newId(Date.now())
    await grouped(() => authorizeOne(id, of))
    await grouped(() => settleOne(id, of))
  }
  return {
    rounds:
      (callers: number): Round =>
      (acts) =>
        byCallers(callers, acts, act),
    /** Looks keys up by their texts. */
    identify: ((acts) => {
      for (let n = 0; n < acts; n++) keyOf(known[n % known.length]?.secret ?? "")
    }) satisfies Round,
    close: (): void => {
      db.close()
    }
  }
}
