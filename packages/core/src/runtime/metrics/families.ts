import { counter, durations, gauge } from "./Family.js"

/** All metrics of Tollgate. `docs/operate.md` lists them, and a test compares it with this. */
export const families = {
  httpRequests: durations(
    "tollgate_http_request_duration_seconds",
    "Time until the answer of an HTTP request was ready, by route and status. Probes are not counted.",
    "method",
    "route",
    "status"
  ),
  httpRefusals: counter(
    "tollgate_http_refusals_total",
    "HTTP requests that were answered with an error, by the reason in the answer.",
    "reason"
  ),
  operations: counter(
    "tollgate_operations_total",
    "Operations that ended, over HTTP and in process, by outcome: ok, refused or failed.",
    "operation",
    "outcome"
  ),
  refusals: counter("tollgate_refusals_total", "Refused operations, by reason.", "operation", "reason"),
  spend: counter(
    "tollgate_spend_usd_total",
    "US dollars that this process has settled, by source of the credential and basis of the cost.",
    "source",
    "basis"
  ),
  flags: counter(
    "tollgate_flagged_holds_total",
    "Holds that this process has settled or marked unknown with something unusual about them, by flag.",
    "flag"
  ),
  alerts: counter(
    "tollgate_alerts_total",
    "Alerts that this process has stored, by kind: crossing, refused, unknown or request.",
    "kind"
  ),
  unknownPrices: counter(
    "tollgate_unknown_prices_total",
    "Usages for which the price book had no price when an amount or a cost was needed."
  ),
  queue: gauge(
    "tollgate_storage_queue_length",
    "Calls that wait: for the writer on SQLite, for a connection or a row on PostgreSQL."
  ),
  commits: durations("tollgate_storage_commit_duration_seconds", "Time that a COMMIT took, until it was durable."),
  logSize: gauge("tollgate_sqlite_wal_bytes", "Size of SQLite's write-ahead log after the last commit."),
  retries: counter(
    "tollgate_postgres_retries_total",
    "Conflicts after which a transaction on PostgreSQL runs again, by reason: deadlock or duplicate.",
    "reason"
  ),
  holdsOpen: gauge("tollgate_holds_open", "Open holds of the database."),
  held: gauge("tollgate_held_usd", "US dollars that open holds of the database set aside."),
  oldestHold: gauge(
    "tollgate_oldest_hold_age_seconds",
    "Age of the oldest open hold, of the 1000 whose leases end first; 0 if none is open."
  ),
  keyCache: counter(
    "tollgate_key_cache_lookups_total",
    "Requests for holds, by what this process kept of the key: hit if it was up to date, stale if it was not, miss if something had to be read, or a refusal had to be made sure.",
    "result"
  ),
  keyCacheEntries: gauge("tollgate_key_cache_entries", "Keys that this process keeps in memory."),
  keyCacheBytes: gauge("tollgate_key_cache_bytes", "Approximate size of these keys in memory."),
  storageUp: gauge("tollgate_storage_up", "Whether storage answered this page within 3 seconds: 1 or 0.")
} as const
