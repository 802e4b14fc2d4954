import { connect } from "./connect.js"
import { COST, HELD, KEYS, keyAt, LIMIT } from "./scopesOf.js"

/** The least that anybody could write: a counter a key, a transaction to hold and one to settle. */
export const counterByHand = (file: string, keys = KEYS) => {
  const db = connect(file)
  db.exec("CREATE TABLE counters (id INTEGER PRIMARY KEY, most INTEGER, spent INTEGER, held INTEGER) STRICT")
  const fill = db.prepare(`INSERT INTO counters VALUES (?, ${LIMIT}, 0, 0)`)
  db.transaction(() => {
    for (let n = 0; n < keys; n++) fill.run(n)
  })()
  const hold = db.prepare("UPDATE counters SET held = held + ? WHERE id = ? AND most >= spent + held + ?")
  const settle = db.prepare("UPDATE counters SET held = held - ?, spent = spent + ? WHERE id = ?")
  let next = 0
  return {
    /** A statement outside of a transaction is one by itself. */
    rounds: (acts: number): void => {
      for (let n = 0; n < acts; n++) {
        const key = keyAt(next++, keys)
        if (hold.run(HELD, key, HELD).changes !== 1) throw new Error("It does not fit")
        settle.run(HELD, COST, key)
      }
    },
    close: (): void => {
      db.close()
    }
  }
}
