import pg from "pg"
import type { Round } from "../harness/alternate.js"
import { COST, HELD, KEYS, LIMIT } from "./scopesOf.js"

/** The least that anybody could write on PostgreSQL: one counter a key, one statement to hold and one to settle. */
export const postgresByHand = async (url: string, connections: number) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query("CREATE TABLE counters (id BIGINT PRIMARY KEY, most BIGINT, spent BIGINT, held BIGINT)")
  await pool.query(`INSERT INTO counters SELECT i, ${LIMIT}, 0, 0 FROM generate_series(0, ${KEYS - 1}) AS i`)
  const hold = "UPDATE counters SET held = held + $2 WHERE id = $1 AND most >= spent + held + $2"
  const settle = "UPDATE counters SET held = held - $2, spent = spent + $3 WHERE id = $1"
  let next = 0
  return {
    /** `keyOf` says which counter an act uses. */
    rounds:
      (callers: number, keyOf: (n: number) => number): Round =>
      async (acts) => {
        const inTurn = async (from: number) => {
          for (let n = from; n < acts; n += callers) {
            const key = keyOf(next++)
            const held = await pool.query({ name: "hold", text: hold, values: [key, HELD] })
            if (held.rowCount !== 1) throw new Error("It does not fit")
            await pool.query({ name: "settle", text: settle, values: [key, HELD, COST] })
          }
        }
        await Promise.all(Array.from({ length: callers }, (_, from) => inTurn(from)))
      },
    close: () => pool.end()
  }
}
