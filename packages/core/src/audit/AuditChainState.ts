import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { exampleHash } from "../spending/model/Hold.js"

const time = DateTime.unsafeMake("2026-05-31T12:00:00Z")
const Time = Schema.NullOr(Schema.DateTimeUtc)
const Number = Schema.NullOr(Schema.Int)

/** The chain of an organization's audit entries: its end, where it begins, and what the last check has found. */
export const AuditChainState = Schema.Struct({
  seq: documented(Schema.Int, "Number of the last entry. 0 without an entry.", 7),
  hash: documented(
    Schema.String,
    "Hash of the last entry, in 64 lowercase hexadecimal digits; 64 zeros without an entry.",
    exampleHash
  ),
  created_at: documented(Time, "Time of the last entry (UTC). Null without an entry.", time),
  first_seq: documented(Number, "Number of the first entry that is kept. Null without an entry.", 1),
  first_created_at: documented(Time, "Time of the first entry that is kept (UTC). Null without an entry.", time),
  deleted_seq: documented(
    Number,
    "Number of the last entry that was deleted because it was older than the retention of the audit log. Null if none was.",
    null
  ),
  deleted_at: documented(
    Time,
    "Time of the last such deletion, which has an entry `audit.prune` (UTC). Null if there was none, and if no entry explains why the chain begins where it does: then it is broken.",
    null
  ),
  checked_at: documented(
    Time,
    "Time of the last check by `tollgate audit verify` (UTC). Null if there was none.",
    time
  ),
  checked_seq: documented(Number, "Number of the last entry at that time. Null without a check.", 5),
  intact: documented(
    Schema.NullOr(Schema.Boolean),
    "Whether the check has found the chain as it was sealed. Null without a check.",
    true
  )
}).annotations({
  identifier: "AuditChainState",
  description: "The chain of an organization's audit entries: its end, its beginning, and its last check."
})
export interface AuditChainState extends Schema.Schema.Type<typeof AuditChainState> {}
