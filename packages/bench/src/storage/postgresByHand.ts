import { createHash, randomUUID } from "node:crypto"
import pg from "pg"
import type { Round } from "../harness/alternate.js"
import { type Account, type Supplies, takeFrom, VERIFIER } from "./Account.js"
import { changeOf, insist } from "./changes.js"
import { type CodeRow, keyOf, principalOf, type Row } from "./rowByHand.js"
import { hashByHand, mintedByHand } from "./secretByHand.js"
import * as Statements from "./statements.js"

const variable: Statements.Variable = (n) => `$${n}`
// Named, so that the server keeps them prepared, as it does Tollgate's.
const identify = { name: "identify", text: Statements.identify(variable) }
const update = { name: "update", text: Statements.updateFenced(variable) }
const insert = { name: "insert", text: Statements.insertByDefault(variable) }
const find = { name: "code", text: Statements.code(variable) }
const redeem = { name: "redeem", text: Statements.redeemAndInsert(variable) }
const assignAll = { name: "assign", text: Statements.assignMembers(variable) }

/** The same acts on `pg`, each in as few statements as it allows, through a pool of this many connections, on a database with an account. */
export const postgresByHand = async (
  url: string,
  connections: number,
  { keys, organizationId }: Account,
  supplies: Supplies
) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query(Statements.scopes(variable), [organizationId])
  const nth = (n: number) => keys[n % keys.length] ?? { secret: "", hash: "" }

  const authenticate = async (n: number) => {
    const { hash, secret } = nth(n)
    const found = hashByHand(secret)
    const now = Date.now()
    const { rows } = found === null ? { rows: [] } : await pool.query<Row>({ ...identify, values: [found, now] })
    insist(principalOf(rows[0], now)?.keyHash === hash)
  }
  const updateKey = async (n: number) => {
    const { limit, name } = changeOf(n)
    const { rows } = await pool.query<Row>({
      ...update,
      values: [name, limit, Date.now(), organizationId, nth(n).hash]
    })
    const key = rows[0] === undefined ? null : keyOf(rows[0])
    insist(key?.["name"] === name && key["limit"] === limit)
  }
  const createKey = async () => {
    const { params } = mintedByHand(organizationId, "", "owner", "a key")
    const { rows } = await pool.query<Row>({ ...insert, values: params.filter((value) => value !== "") })
    insist(rows[0] !== undefined && keyOf(rows[0])["name"] === "a key")
  }
  const { assignmentOf, nextCode } = takeFrom(supplies)
  const exchange = async () => {
    const hash = createHash("sha256").update(nextCode()).digest("hex")
    const [code] = (await pool.query<CodeRow>({ ...find, values: [organizationId, hash] })).rows
    if (code === undefined) throw new Error("The code cannot be exchanged")
    insist(createHash("sha256").update(VERIFIER).digest("base64url") === code.code_challenge)
    const { created_by, key_name, user_id, workspace_id } = code
    const minted = mintedByHand(organizationId, workspace_id, user_id ?? created_by, key_name)
    const now = Date.now()
    const values = [now, minted.hash, organizationId, hash, now, ...minted.params]
    insist((await pool.query({ ...redeem, values })).rows.length === 1)
  }
  const assign = async () => {
    const { guardrail, users } = assignmentOf()
    const ids = users.map(() => randomUUID())
    const values = [organizationId, guardrail, "owner", Date.now(), ids, users]
    insist((await pool.query({ ...assignAll, values })).rows.length === users.length)
  }
  const rounds =
    (act: (n: number) => Promise<void>) =>
    (callers: number): Round =>
    async (acts) => {
      const inTurn = async (from: number) => {
        for (let n = from; n < acts; n += callers) await act(n)
      }
      await Promise.all(Array.from({ length: callers }, (_, from) => inTurn(from)))
    }
  return {
    authenticate: rounds(authenticate),
    updateKey: rounds(updateKey),
    createKey: rounds(createKey),
    exchange: rounds(exchange),
    assign: rounds(assign),
    close: () => pool.end()
  }
}
