import type { Dialect } from "./dialects.js"

/**
 * Answers that are given again when a change is repeated under the same idempotency key. On PostgreSQL, a row without an answer is a
 * claim of a transaction that is open. `caller` is the hash of a key, or `host`. On SQLite, rows are stored in the order in which they come,
 * and only their names, which are random, in the order of an index.
 */
export const idempotency = ({ bytes, table, text, textOf, time, uuid }: Dialect) => [
  table(
    "kept_answers",
    uuid("organization_id"),
    text("caller"),
    textOf(255)("name"),
    bytes("fingerprint", "NULL"),
    bytes("answer", "NULL"),
    time("kept_at"),
    "PRIMARY KEY (organization_id, caller, name)"
  ),
  "CREATE INDEX kept_answers_by_age ON kept_answers (kept_at)"
]
