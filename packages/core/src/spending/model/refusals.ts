import * as Schema from "effect/Schema"
import { GuardrailId } from "../../guardrails/Guardrail.js"
import { documented } from "../../schema/fields.js"
import { type InputIssue, refusal } from "../../schema/refusal.js"
import { unchecked } from "../../schema/unchecked.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"

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
    return this.providers.length === 0
      ? priceMissing
      : "Several providers have a price for this model. State the provider, or the amount in USD."
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
      "The counters of the key, its workspace, its organization or a guardrail have no room for this cost: spent, held and unknown together are at most 9,223,372,036.854775807 USD.",
    issue: { field: "cost", expected: "the cost in US dollars, for which the counters have room" }
  }
) {}
