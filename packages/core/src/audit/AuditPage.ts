import * as Schema from "effect/Schema"
import { optional, strict } from "../schema/fields.js"
import { Instant } from "../schema/Instant.js"
import { text } from "../schema/text.js"
import { KeyHash } from "../values/KeyHash.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"

/** Page of the audit log, of all entries or of those with these values. */
export const AuditPage = Schema.Struct({
  ...pageFields(50),
  actor_hash: optional(KeyHash),
  action: optional(text(255)),
  object: optional(text(255)),
  from: optional(Instant),
  to: optional(Instant)
}).annotations({ description: "Which entries to list, and which part of the list to return.", ...strict })
export interface AuditPage extends Schema.Schema.Type<typeof AuditPage> {}

const name = "one text of 1 to 255 characters"
const time = "one ISO 8601 time with Z or an offset"

/** `AuditPage` as URL query parameters. */
export const AuditQuery = Schema.Struct({
  ...pageQueryFields(50),
  actor_hash: queryParam(
    KeyHash,
    "one hash of 64 lowercase hexadecimal digits",
    "Only changes by the management key with this hash."
  ),
  action: queryParam(text(255), name, "Only changes by this operation, such as keys.updateKey."),
  object: queryParam(text(255), name, "Only changes of the object with this id."),
  from: queryParam(Instant, time, "Only changes at this time (UTC) or later."),
  to: queryParam(Instant, time, "Only changes before this time (UTC).")
})
