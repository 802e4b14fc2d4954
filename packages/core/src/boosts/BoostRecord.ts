import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { GuardrailId } from "../guardrails/Guardrail.js"
import { isAlive } from "../keys/Expiry.js"
import type { ScopeRef } from "../spending/model/Scope.js"
import { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { UserId } from "../values/UserId.js"
import { BoostScope, BudgetBoost } from "./BudgetBoost.js"

/** A boost as it is stored. What it adds while it is in force is also in the row of its scope, which admissions read. */
export const BoostRecord = Schema.Struct({
  ...Struct.pick(BudgetBoost.fields, "id", "until", "reason", "created_at", "created_by", "request_id", "ended_at"),
  organization_id: OrganizationId,
  scope: BoostScope,
  /** Null for scopes without one. */
  guardrail_id: Schema.NullOr(GuardrailId),
  /** As in the name of the scope: the key's hash, the user's id or the workspace's id. */
  subject: Schema.String,
  period: BudgetBoost.fields.window,
  amount: BudgetBoost.fields.usd
})
export interface BoostRecord extends Schema.Schema.Type<typeof BoostRecord> {}

/** The scope of a boost. */
export const scopeOfBoost = ({ guardrail_id, organization_id, scope, subject }: BoostRecord): ScopeRef => ({
  organization_id,
  kind: scope,
  guardrail_id,
  subject
})

/** Whether a boost adds to its limit at an instant. */
export const isInForce = ({ ended_at, until }: Pick<BoostRecord, "ended_at" | "until">, now: DateTime.Utc): boolean =>
  ended_at === null && isAlive(until, now)

/** Converts a stored boost to the one the API returns. */
export const showBoost = (record: BoostRecord, now: DateTime.Utc): BudgetBoost => {
  const { amount, created_at, created_by, ended_at, guardrail_id, id, period, reason, request_id, scope, until } =
    record
  // The subject of these scopes is a hash or the id of a user.
  const subject = record.subject as KeyHash & UserId
  return {
    id,
    scope,
    scope_id: guardrail_id ?? subject,
    key_hash: scope === "guardrail_key" ? subject : null,
    user_id: scope === "guardrail_member" ? subject : null,
    window: period,
    usd: amount,
    state: isInForce(record, now) ? "in_force" : "ended",
    until,
    reason,
    created_at,
    created_by,
    request_id,
    ended_at
  }
}
