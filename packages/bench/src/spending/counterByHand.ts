import type { Round } from "../harness/alternate.js"
import { openByHand } from "../storage/openByHand.js"
import { byCallers, groupCommit } from "./groupCommit.js"
import { COST, HELD, KEYS, keyAt, LIMIT } from "./scopesOf.js"

/** The least that anybody could write: a counter a key, a statement to hold and one to settle. */
export const counterByHand = (file: string, keys = KEYS) => {
  const db = openByHand(file)
  db.exec("CREATE TABLE counters (id INTEGER PRIMARY KEY, most INTEGER, spent INTEGER, held INTEGER) STRICT")
  const fill = db.prepare(`INSERT INTO counters VALUES (?, ${LIMIT}, 0, 0)`)
  db.transaction(() => {
    for (let n = 0; n < keys; n++) fill.run(n)
  })()
  const hold = db.prepare("UPDATE counters SET held = held + ? WHERE id = ? AND most >= spent + held + ?")
  const settle = db.prepare("UPDATE counters SET held = held - ?, spent = spent + ? WHERE id = ?")
  const grouped = groupCommit(db)
  let next = 0
  const holdOne = (key: number) => {
    if (hold.run(HELD, key, HELD).changes !== 1) throw new Error("It does not fit")
  }
  const settleOne = (key: number) => void settle.run(HELD, COST, key)
  const act = async () => {
    const key = keyAt(next++, keys)
    await grouped(() => holdOne(key))
    await grouped(() => settleOne(key))
  }
  return {
    /** A statement outside of a transaction is one by itself. */
    each: (acts: number): void => {
      for (let n = 0; n < acts; n++) {
        const key = keyAt(next++, keys)
        holdOne(key)
        settleOne(key)
      }
    },
    /** Callers share transactions, as in Tollgate. */
    rounds:
      (callers: number): Round =>
      (acts) =>
        byCallers(callers, acts, act),
    close: (): void => {
      db.close()
    }
  }
}
