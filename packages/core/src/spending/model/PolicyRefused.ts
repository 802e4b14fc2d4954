import * as Schema from "effect/Schema"
import { GuardrailId } from "../../guardrails/Guardrail.js"
import { documented } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"

const PolicyReason = Schema.Literal("model_not_allowed", "provider_not_allowed", "zdr_required")

const sentences: Readonly<Record<typeof PolicyReason.Type, string>> = {
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
    sentence: sentences.model_not_allowed,
    stated: ["reason", "guardrail_id", "scope"]
  }
) {
  override get message(): string {
    return sentences[this.reason]
  }
}
