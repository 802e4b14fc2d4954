import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ChainId, UnsealedEntry } from "../ports/PendingEntry.js"
import type { AuditRecord } from "./AuditRecord.js"

const ACTION = "audit.prune"

/** What the entry about a deletion states: which entries of its chain were deleted as too old, and the hash of the last one. */
export const Pruning = Schema.Struct({
  from: Schema.Int,
  to: Schema.Int,
  hash: Schema.String,
  /** Whether a migration has noted a deletion of before it. Then the time of the entry is that of the migration. */
  noted_late: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
export interface Pruning extends Schema.Schema.Type<typeof Pruning> {}

const decode = Schema.decodeOption(Schema.parseJson(Pruning))

/** Whether an entry is about a deletion. */
export const isPruning = ({ action }: AuditRecord): boolean => action === ACTION

/** What the entry about a deletion states. Null for any other entry. */
export const pruningOf = (entry: AuditRecord): Pruning | null =>
  isPruning(entry) ? Option.getOrNull(decode(entry.changes)) : null

/** The entry about a deletion. */
export const entryOf = (
  organization_id: ChainId,
  { from, hash, to }: Omit<Pruning, "noted_late">,
  created_at: number
): UnsealedEntry => ({
  organization_id,
  created_at,
  actor_kind: "host",
  actor_hash: null,
  actor_user_id: null,
  action: ACTION,
  object: null,
  changes: JSON.stringify({ from, to, hash }),
  secrets: "[]",
  request_id: null,
  address: null
})
