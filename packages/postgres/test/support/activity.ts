import { Effect } from "effect"
import { query } from "./databases.js"

/** How many connections of Tollgate to a database meet a condition on `pg_stat_activity`. */
export const connections = (url: string, condition = "TRUE") =>
  Effect.map(
    query(
      url,
      `SELECT count(*)::int AS count FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'tollgate' AND ${condition}`
    ),
    ([row]) => Number(row?.["count"])
  )

export const waitsForLock = "wait_event_type = 'Lock'"

/** Waits until some connections wait for a lock. */
export const whenWaiting = (url: string, count: number) =>
  Effect.repeat(connections(url, waitsForLock), { until: (waiting) => waiting >= count })

/** Waits until no connection has a transaction or a statement. */
export const whenIdle = (url: string) =>
  Effect.repeat(connections(url, "state <> 'idle'"), { until: (busy) => busy === 0 })

/** How many circles of transactions that wait for each other the server had to break, once all connections have ended. */
export const deadlocks = (url: string) =>
  Effect.map(
    query(url, "SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()"),
    ([row]) => row?.["deadlocks"]
  )
