import { hash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ChainId, UnsealedEntry } from "../ports/PendingEntry.js"
import { AuditActor } from "../values/AuditActor.js"
import { OrganizationId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { UserId } from "../values/UserId.js"

/** A stored entry of the audit log. */
export const AuditRecord = Schema.Struct({
  organization_id: Schema.Union(OrganizationId, Schema.Literal("")),
  /** The number of the entry in its chain, from 1. */
  seq: Schema.Int,
  created_at: Schema.DateTimeUtc,
  actor_kind: AuditActor,
  actor_hash: Schema.NullOr(KeyHash),
  actor_user_id: Schema.NullOr(UserId),
  action: Schema.String,
  object: Schema.NullOr(Schema.String),
  changes: Schema.String,
  secrets: Schema.String,
  request_id: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  /** See `hashEntry`. */
  hash: Schema.String
})
export interface AuditRecord extends Schema.Schema.Type<typeof AuditRecord> {}

/** The end of a chain: the number and the hash of its last entry. */
export interface AuditHead {
  readonly seq: number
  readonly hash: string
}

/** A chain: its end, and the last entry that the retention has deleted, before which nothing is left. */
export interface AuditChain extends AuditHead {
  readonly organization_id: ChainId
  readonly deleted: AuditHead
}

/** Before the first entry of a chain. */
export const noEntries: AuditHead = { seq: 0, hash: "0".repeat(64) }

/**
 * The hash of the entry that follows a head: the SHA-256 of a JSON array, in UTF-8, of the version of this form, the hash of the entry
 * before, and the fields in a fixed order. So an entry cannot be changed without changing all that follow.
 */
export const hashEntry = (before: AuditHead, entry: UnsealedEntry): string =>
  hash(
    "sha256",
    JSON.stringify([
      1,
      before.hash,
      entry.organization_id,
      before.seq + 1,
      entry.created_at,
      entry.actor_kind,
      entry.actor_hash,
      entry.actor_user_id,
      entry.action,
      entry.object,
      entry.changes,
      entry.secrets,
      entry.request_id,
      entry.address
    ])
  )

/** The head after an entry. */
export const seal = (before: AuditHead, entry: UnsealedEntry): AuditHead => ({
  seq: before.seq + 1,
  hash: hashEntry(before, entry)
})
