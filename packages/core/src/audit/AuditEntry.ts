import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { exampleHash } from "../spending/model/Hold.js"
import { AuditActor } from "../values/AuditActor.js"
import { KeyHash } from "../values/KeyHash.js"
import { UserId } from "../values/UserId.js"
import type { AuditRecord } from "./AuditRecord.js"

const Changes = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An entry of the audit log: one change of the account. */
export const AuditEntry = Schema.Struct({
  seq: documented(Schema.Int, "Number of the entry among those of the organization, from 1.", 7),
  created_at: documented(Schema.DateTimeUtc, "Time of the change (UTC).", DateTime.unsafeMake("2026-05-31T12:00:00Z")),
  action: documented(Schema.String, "Resource and operation.", "keys.updateKey"),
  object: documented(
    Schema.NullOr(Schema.String),
    "Identifier of the changed object: the hash of a key or an authorization code, the slug of a preset, the id of a user, or a UUID. Null for the organization's catalogue of image models.",
    exampleHash
  ),
  actor_kind: documented(AuditActor, "Who made the change: a management key, or the host of the server.", "management"),
  actor_hash: documented(
    Schema.NullOr(KeyHash),
    "Hash of the management key that made the change. Null for the host.",
    exampleHash
  ),
  actor_user_id: documented(
    Schema.NullOr(UserId),
    "User of the management key, or the organization's owner. Null if the host acted without an organization.",
    UserId.make("ada")
  ),
  changes: documented(
    Changes,
    'New values of the fields that were stated. A value longer than 2,000 characters of JSON is replaced by its number of `characters` and its `sha256`. `{ "unreadable": true }` if the stored text was changed in the database and is no JSON object.',
    { limit: 25 }
  ),
  secrets: documented(
    Schema.Array(Schema.String),
    "Names of the fields that were stated and are secret. Their values are never recorded.",
    []
  ),
  request_id: documented(
    Schema.NullOr(Schema.String),
    "The `X-Request-Id` of the answer. Null if there was no request.",
    null
  ),
  address: documented(
    Schema.NullOr(Schema.String),
    "IP address from which the server was called; behind a proxy, the proxy's. Null if there was no request.",
    "192.0.2.1"
  ),
  hash: documented(
    Schema.String,
    "SHA-256 over this entry and the hash of the entry before, in 64 lowercase hexadecimal digits.",
    exampleHash
  )
}).annotations({ identifier: "AuditEntry", description: "One change of the account." })
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}

const objectOf = Schema.decodeOption(Schema.parseJson(Changes))
const namesOf = Schema.decodeOption(Schema.parseJson(Schema.Array(Schema.String)))

/**
 * The entry that the API returns for a record. Texts that somebody has changed in the database are marked, so that the other entries can
 * still be read: `verifyAudit` reports them.
 */
export const show = ({ changes, organization_id: _, secrets, ...entry }: AuditRecord): AuditEntry => ({
  ...entry,
  changes: Option.getOrElse(objectOf(changes), () => ({ unreadable: true })),
  secrets: Option.getOrElse(namesOf(secrets), () => ["unreadable"])
})
