import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { optional, strict } from "../schema/fields.js"
import { Instant } from "../schema/Instant.js"
import { ScopeKind } from "../spending/model/Scope.js"
import { KeyHash } from "../values/KeyHash.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"
import { AlertKind } from "./AlertKind.js"

const kinds = AlertKind.literals.join(", ")
const scopes = ScopeKind.literals.join(", ")
const time = "one ISO 8601 time with Z or an offset"

/** Page of the alerts, of all or of those with these values. */
export const AlertPage = Schema.Struct({
  ...pageFields(50),
  kind: optional(AlertKind.pipe(expected(`one of ${kinds}`))),
  scope: optional(ScopeKind.pipe(expected(`one of ${scopes}`))),
  key_hash: optional(KeyHash),
  from: optional(Instant),
  to: optional(Instant)
}).annotations({ description: "Which alerts to list, and which part of the list to return.", ...strict })
export interface AlertPage extends Schema.Schema.Type<typeof AlertPage> {}

/** `AlertPage` as URL query parameters. */
export const AlertQuery = Schema.Struct({
  ...pageQueryFields(50),
  kind: queryParam(AlertKind, `one of ${kinds}`, "Only alerts of this kind."),
  scope: queryParam(ScopeKind, `one of ${scopes}`, "Only alerts about budgets of this scope."),
  key_hash: queryParam(
    KeyHash,
    "one hash of 64 lowercase hexadecimal digits",
    "Only alerts about the budgets of the key with this hash: its own, and those that a guardrail has for it."
  ),
  from: queryParam(Instant, time, "Only alerts at this time (UTC) or later."),
  to: queryParam(Instant, time, "Only alerts before this time (UTC).")
})
