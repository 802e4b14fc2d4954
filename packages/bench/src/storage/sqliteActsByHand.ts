import { createHash, randomUUID } from "node:crypto"
import type Sqlite from "better-sqlite3"
import { type Account, type Supplies, takeFrom, VERIFIER } from "./Account.js"
import { insist } from "./changes.js"
import { type CodeRow, keyOf, type Row } from "./rowByHand.js"
import { mintedByHand } from "./secretByHand.js"
import * as Statements from "./statements.js"

/** The acts of several statements, written by hand for nothing else. Each runs within an open transaction. */
export const sqliteActsByHand = (db: Sqlite.Database, { organizationId }: Account, supplies: Supplies) => {
  const any = () => "?"
  const place = db.prepare<[string], { readonly default_workspace_id: string }>(Statements.place(any))
  const insert = db.prepare<Array<string | number | null>, Row>(Statements.insert(any))
  const find = db.prepare<[string, string], CodeRow>(Statements.code(any))
  const redeem = db.prepare(Statements.redeem(any))
  const guardrailOf = db.prepare<[string, string], { readonly workspace_id: string }>(Statements.guardrail(any))
  const users = supplies.groups[0]?.length ?? 0
  const members = db.prepare<Array<string>, { readonly user_id: string }>(Statements.members(any, users))
  const assignAll = db.prepare<Array<string | number>>(Statements.assign(any, users))
  const fence = db.prepare<[string, string]>(Statements.fenceWorkspace)
  const { assignmentOf, nextCode } = takeFrom(supplies)

  const createKey = () => {
    const found = place.get(organizationId)
    if (found === undefined) throw new Error("The account has no workspace")
    const { params } = mintedByHand(organizationId, found.default_workspace_id, "owner", "a key")
    const row = insert.get(...params)
    insist(row !== undefined && keyOf(row)["name"] === "a key")
  }

  const exchange = () => {
    const hash = createHash("sha256").update(nextCode()).digest("hex")
    const code = find.get(organizationId, hash)
    const now = Date.now()
    if (code === undefined || code.redeemed_at !== null || code.expires_at <= now || code.failures >= 5) {
      throw new Error("The code cannot be exchanged")
    }
    insist(createHash("sha256").update(VERIFIER).digest("base64url") === code.code_challenge)
    const { user_id, created_by, key_name, workspace_id } = code
    const minted = mintedByHand(organizationId, workspace_id, user_id ?? created_by, key_name)
    insist(redeem.get(now, minted.hash, organizationId, hash, now) !== undefined)
    insert.get(...minted.params)
  }

  const assign = () => {
    const { guardrail, users } = assignmentOf()
    const found = guardrailOf.get(organizationId, guardrail)
    if (found === undefined) throw new Error("There is no such guardrail")
    const now = Date.now()
    const rows = members
      .all(organizationId, ...users)
      .flatMap(({ user_id }) => [
        ...[randomUUID(), organizationId, found.workspace_id, user_id, guardrail, "owner", now]
      ])
    insist(assignAll.all(...rows).length === users.length)
    fence.run(organizationId, found.workspace_id)
  }
  return { createKey, exchange, assign }
}
