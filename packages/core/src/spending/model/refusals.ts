import * as Schema from "effect/Schema"
import { GuardrailId } from "../../guardrails/Guardrail.js"
import { documented, optional } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"
import { unchecked } from "../../schema/unchecked.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"
import * as Usd from "../../values/Usd.js"
import { ScopeKind } from "./Scope.js"

/** Why a key cannot spend. Only a trusted caller learns it: the host, or a gateway with its own key. */
export const KeyState = Schema.Literal("unknown", "disabled", "expired", "management", "gateway", "creator_left")
export type KeyState = typeof KeyState.Type

/** The key cannot spend. */
export class KeyRefused extends refusal<KeyRefused>()("KeyRefused", {
  key_state: documented(KeyState, "Why the key cannot spend.", "disabled")
}) {}

const PolicyReason = Schema.Literal("model_not_allowed", "provider_not_allowed", "zdr_required")

/** A guardrail does not allow the request. */
export class PolicyRefused extends refusal<PolicyRefused>()("PolicyRefused", {
  reason: PolicyReason,
  guardrail_id: documented(GuardrailId, "UUID of the guardrail that does not allow the request."),
  scope: documented(
    Schema.Literal("guardrail_key", "guardrail_member"),
    "Whether the guardrail applies to the key or to a member.",
    "guardrail_key"
  )
}) {}

/**
 * The price book has no card that prices the usage of the model, so that an amount cannot be computed from it; or several providers have
 * one, and the request names none of them. `providers` tells which.
 */
export class PriceUnknown extends refusal<PriceUnknown>()("PriceUnknown", {
  provider: documented(
    Schema.NullOr(Schema.String),
    "Provider of the model without a price. Null if not stated.",
    null
  ),
  model: documented(
    Schema.NullOr(Schema.String),
    "Slug of the model without a price. Null if none was stated.",
    "acme/writer"
  ),
  providers: documented(
    Schema.Array(unchecked(ProviderSlug)),
    "Slugs of the providers that have a rate card for the model: of the stated one, or of those that the policy allows, or else of all. One alone does not price this usage, or is not allowed. Empty if there is no card.",
    ["azure", "openai"]
  )
}) {}

/** A scope of the request has no room for the cost: its counters hold about 9.2 billion USD together. */
export class CostTooLarge extends refusal<CostTooLarge>()("CostTooLarge", {}) {}

const RunReason = Schema.Literal("run_stopped", "run_ended", "run_requests_spent", "run_not_found", "run_conflict")

/** Limits of a run that differ. */
const DifferingLimits = Schema.Struct({
  limit_usd: optional(Schema.NullOr(Usd.UsdFromNumber), "Spending limit in USD. Null means no limit."),
  max_in_flight: optional(Schema.NullOr(Schema.Int), "Maximum number of open holds at a time. Null means no limit."),
  max_requests: optional(Schema.NullOr(Schema.Int), "Maximum number of requests. Null means no limit.")
})

/** A run of the request does not admit it, does not exist, or has other limits than those that the request states. */
export class RunRefused extends refusal<RunRefused>()("RunRefused", {
  reason: RunReason,
  run: documented(Schema.String, "Path of the run that refuses: the run of the request, or one above it.", "job-7"),
  stored: documented(
    Schema.NullOr(DifferingLimits),
    "Limits of the run that differ from those that were stated. Null unless some do.",
    null
  ),
  stated: documented(
    Schema.NullOr(DifferingLimits),
    "Stated limits that differ from those of the run. Null unless some do.",
    null
  )
}) {}

/** A scope that has as many open holds as it admits. */
const FullScope = Schema.Struct({
  scope: documented(ScopeKind, "Scope with the limit.", "run"),
  id: documented(Schema.String, "Hash of the key, id of the guardrail or workspace, or path of the run.", "job-7"),
  max_in_flight: documented(Schema.Int, "Maximum number of open holds at a time.", 4),
  in_flight: documented(Schema.Int, "Number of open holds.", 4)
})

/** As many holds of a scope are open as it admits at a time. */
export class TooManyInFlight extends refusal<TooManyInFlight>()("TooManyInFlight", {
  scopes: documented(Schema.Array(FullScope), "Scopes with as many open holds as they admit.")
}) {}
