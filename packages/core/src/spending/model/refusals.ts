import * as Schema from "effect/Schema"
import { GuardrailId } from "../../guardrails/Guardrail.js"
import { documented, optional } from "../../schema/fields.js"
import { type InputIssue, refusal } from "../../schema/refusal.js"
import { unchecked } from "../../schema/unchecked.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"
import * as Usd from "../../values/Usd.js"
import { ScopeKind } from "./Scope.js"

/** Why a key cannot spend. Only a trusted caller learns it: the host, or a gateway with its own key. */
export const KeyState = Schema.Literal("unknown", "disabled", "expired", "management", "gateway", "creator_left")
export type KeyState = typeof KeyState.Type

const keySentences: Readonly<Record<KeyState, string>> = {
  unknown: "The key is unknown.",
  disabled: "The key is disabled.",
  expired: "The key has expired.",
  management: "A management key cannot spend.",
  gateway: "A gateway key cannot spend.",
  creator_left: "The user of the key is not a member of its workspace."
}

/** The key cannot spend. */
export class KeyRefused extends refusal<KeyRefused>()(
  "KeyRefused",
  { key_state: documented(KeyState, "Why the key cannot spend.", "disabled") },
  { status: 403, reason: "key_refused", sentence: "The key cannot spend.", stated: ["key_state"] }
) {
  override get message(): string {
    return keySentences[this.key_state]
  }
}

const PolicyReason = Schema.Literal("model_not_allowed", "provider_not_allowed", "zdr_required")

const policySentences: Readonly<Record<typeof PolicyReason.Type, string>> = {
  model_not_allowed: "A guardrail does not allow a model of the request.",
  provider_not_allowed: "A guardrail does not allow the provider.",
  zdr_required: "A guardrail requires endpoints with zero data retention."
}

/** A guardrail does not allow the request. */
export class PolicyRefused extends refusal<PolicyRefused>()(
  "PolicyRefused",
  {
    reason: PolicyReason,
    guardrail_id: documented(GuardrailId, "UUID of the guardrail that does not allow the request."),
    scope: documented(
      Schema.Literal("guardrail_key", "guardrail_member"),
      "Whether the guardrail applies to the key or to a member.",
      "guardrail_key"
    )
  },
  {
    status: 403,
    reason: "model_not_allowed",
    sentence: policySentences.model_not_allowed,
    stated: ["reason", "guardrail_id", "scope"]
  }
) {
  override get message(): string {
    return policySentences[this.reason]
  }
}

const priceMissing = "The price book has no price for this usage of the model. State the amount in USD."

/**
 * The price book has no card that prices the usage of the model, so that an amount cannot be computed from it; or several providers have
 * one, and the request names none of them.
 */
export class PriceUnknown extends refusal<PriceUnknown>()(
  "PriceUnknown",
  {
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
      "Slugs of the providers that have a price for the model and that the policy allows, if several have and none is stated. Else empty.",
      ["azure", "openai"]
    )
  },
  {
    status: 400,
    reason: "price_unknown",
    sentence: priceMissing,
    stated: ["provider", "model", "providers"]
  }
) {
  override get message(): string {
    if (this.providers.length > 0) {
      return "Several providers have a price for this model. State the provider, or the amount in USD."
    }
    if (this.model === null) return priceMissing
    const at = this.provider === null ? "" : ` at ${this.provider}`
    return `The price book has no price for this usage of ${this.model}${at}. Add one, or state the amount in USD.`
  }
  override get issues(): ReadonlyArray<InputIssue> {
    return this.providers.length === 0
      ? [{ path: ["usage"], expected: "an amount in place of usage, where the model has no price for it" }]
      : [{ path: ["provider"], expected: `one of ${this.providers.join(", ")}` }]
  }
}

/** A scope of the request has no room for the cost: its counters hold about 9.2 billion USD together. */
export class CostTooLarge extends refusal<CostTooLarge>()(
  "CostTooLarge",
  {},
  {
    status: 400,
    reason: "cost_too_large",
    sentence:
      "The counters of the key, a guardrail, a run, its workspace or its organization have no room for this cost: spent, held and unknown together are at most 9,223,372,036.854775807 USD.",
    issue: { field: "cost", expected: "the cost in US dollars, for which the counters have room" }
  }
) {}

const RunReason = Schema.Literal("run_stopped", "run_ended", "run_requests_spent", "run_not_found", "run_conflict")

const runSentences: Readonly<Record<typeof RunReason.Type, string>> = {
  run_stopped: "is stopped.",
  run_ended: "has ended.",
  run_requests_spent: "has made as many requests as it may.",
  run_not_found: "does not exist. Open it first, or state its limits.",
  run_conflict: "has other limits than those that are stated."
}

/** Limits of a run that differ. */
const DifferingLimits = Schema.Struct({
  limit_usd: optional(Schema.NullOr(Usd.UsdFromNumber), "Spending limit in USD. Null means no limit."),
  max_in_flight: optional(Schema.NullOr(Schema.Int), "Maximum number of open holds at a time. Null means no limit."),
  max_requests: optional(Schema.NullOr(Schema.Int), "Maximum number of requests. Null means no limit.")
})

/** A run of the request does not admit it, does not exist, or has other limits than those that the request states. */
export class RunRefused extends refusal<RunRefused>()(
  "RunRefused",
  {
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
  },
  {
    status: 409,
    reason: "run_stopped",
    sentence: "The run does not admit the request.",
    stated: ["reason", "run", "stored", "stated"]
  }
) {
  override get message(): string {
    return `The run ${this.run} ${runSentences[this.reason]}`
  }
}

/** A scope that has as many open holds as it admits. */
const FullScope = Schema.Struct({
  scope: documented(ScopeKind, "Scope with the limit.", "run"),
  id: documented(Schema.String, "Hash of the key, id of the guardrail or workspace, or path of the run.", "job-7"),
  max_in_flight: documented(Schema.Int, "Maximum number of open holds at a time.", 4),
  in_flight: documented(Schema.Int, "Number of open holds.", 4)
})

/** As many holds of a scope are open as it admits at a time. */
export class TooManyInFlight extends refusal<TooManyInFlight>()(
  "TooManyInFlight",
  { scopes: documented(Schema.Array(FullScope), "Scopes with as many open holds as they admit.") },
  {
    status: 429,
    reason: "too_many_in_flight",
    sentence: "Too many requests are in flight. Try again when one of them ends.",
    stated: ["scopes"]
  }
) {}
