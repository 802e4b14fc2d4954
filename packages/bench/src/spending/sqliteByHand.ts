import { createRequire } from "node:module"
import type Sqlite from "better-sqlite3"
import type { Round } from "../harness/alternate.js"
import { COST, HELD, KEYS, LIMIT, scopesOf, WORKSPACES } from "./scopesOf.js"

const kinds = ["total", "daily", "weekly", "monthly"]
const four = (f: (kind: string) => string) => kinds.map(f).join(", ")
const held = four((kind) => `held_${kind} = held_${kind} + ?`)
const settled = four((kind) => `held_${kind} = held_${kind} - ?, spent_${kind} = spent_${kind} + ?`)
const full = kinds.map((kind) => `limit_${kind} < spent_${kind} + held_${kind} + ?`).join(" OR ")
const IN = "id IN (?, ?, ?, ?, ?)"
const DAY = 20_000

const tables = `CREATE TABLE scopes (id INTEGER PRIMARY KEY, day INTEGER NOT NULL, ${four((k) => `limit_${k} INTEGER`)},
  ${["spent", "held"].map((of) => four((k) => `${of}_${k} INTEGER NOT NULL DEFAULT 0`)).join(", ")}) STRICT;
CREATE TABLE requests (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, model TEXT NOT NULL, state INTEGER NOT NULL,
  held INTEGER NOT NULL, spent INTEGER NOT NULL, at INTEGER NOT NULL, lease_ends_at INTEGER NOT NULL) STRICT;
CREATE INDEX leases ON requests (lease_ends_at) WHERE state = 0`

/**
 * The same work on better-sqlite3, written for nothing else: the scopes are looked at and charged by one statement each. Limits
 * are judged in four windows, all of one day.
 */
export const sqliteByHand = (file: string) => {
  // Loaded when it is used: the driver is optional.
  const Database: typeof Sqlite = createRequire(import.meta.url)("better-sqlite3")
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.exec(tables)
  const fill = db.prepare("INSERT INTO scopes (id, day, limit_daily) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
  db.transaction(() => {
    for (let n = 0; n < Math.max(KEYS, WORKSPACES); n++) for (const id of scopesOf(n)) fill.run(id, DAY, LIMIT)
  })()
  const look = db.prepare(`SELECT 1 FROM scopes WHERE ${IN} AND (day <> ? OR ${full})`)
  const hold = db.prepare(`UPDATE scopes SET ${held} WHERE ${IN}`)
  const open = db.prepare("INSERT INTO requests VALUES (?, ?, 'acme/writer', 0, ?, 0, ?, ?)")
  const end = db.prepare("UPDATE requests SET state = 4, spent = ? WHERE id = ? AND state = 0")
  const settle = db.prepare(`UPDATE scopes SET ${settled} WHERE ${IN}`)
  const [begin, commit] = [db.prepare("BEGIN IMMEDIATE"), db.prepare("COMMIT")]
  let next = 0
  const authorizeOne = (id: number) => {
    const scopes = scopesOf(id)
    if (look.get(...scopes, DAY, HELD, HELD, HELD, HELD) !== undefined) throw new Error("It does not fit")
    hold.run(HELD, HELD, HELD, HELD, ...scopes)
    const now = Date.now()
    open.run(id, scopes[0], HELD, now, now + 600_000)
  }
  const settleOne = (id: number) => {
    if (end.run(COST, id).changes !== 1) throw new Error("It is over")
    settle.run(HELD, COST, HELD, COST, HELD, COST, HELD, COST, ...scopesOf(id))
  }
  const within = (ids: ReadonlyArray<number>, act: (id: number) => void) => {
    begin.run()
    for (const id of ids) act(id)
    commit.run()
  }
  return {
    /** Acts in transactions of as many as there are callers. */
    rounds:
      (callers: number): Round =>
      (acts) => {
        for (let done = 0; done < acts; done += callers) {
          const ids = Array.from({ length: Math.min(callers, acts - done) }, () => next++)
          within(ids, authorizeOne)
          within(ids, settleOne)
        }
      },
    close: (): void => {
      db.close()
    }
  }
}
