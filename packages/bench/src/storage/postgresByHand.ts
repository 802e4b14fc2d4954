import pg from "pg"
import type { Round } from "../harness/alternate.js"
import type { Account } from "./Account.js"
import { changeOf, insist } from "./changes.js"
import { keyOf, principalOf, type Row } from "./rowByHand.js"
import { hashByHand } from "./secretByHand.js"
import * as Statements from "./statements.js"

const variable: Statements.Variable = (n) => `$${n}`
// Named, so that the server keeps them prepared, as it does Tollgate's.
const identify = { name: "identify", text: Statements.identify(variable) }
const update = { name: "update", text: Statements.update(variable) }

/** The same two acts on `pg`, through a pool of this many connections, on a database with an account. */
export const postgresByHand = (url: string, connections: number, { keys, organizationId }: Account) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const nth = (n: number) => keys[n % keys.length] ?? { secret: "", hash: "" }

  const authenticate = async (n: number) => {
    const { hash, secret } = nth(n)
    const found = hashByHand(secret)
    const { rows } = found === null ? { rows: [] } : await pool.query<Row>({ ...identify, values: [found] })
    insist(principalOf(rows[0], Date.now())?.keyHash === hash)
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
  const rounds =
    (act: (n: number) => Promise<void>) =>
    (callers: number): Round =>
    async (acts) => {
      const inTurn = async (from: number) => {
        for (let n = from; n < acts; n += callers) await act(n)
      }
      await Promise.all(Array.from({ length: callers }, (_, from) => inTurn(from)))
    }
  return { authenticate: rounds(authenticate), updateKey: rounds(updateKey), close: () => pool.end() }
}
